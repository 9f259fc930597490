#include "kernels/cpu/amx_tile.h"

#include <hwy/highway.h>

#if HWY_ARCH_X86
#include <immintrin.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

// Highway has no such instructions: these functions alone are compiled for them, and nothing that is inlined
// here may be shared with others.
HWY_PUSH_ATTRIBUTES("avx512f,avx512bw,avx512bf16,amx-tile,amx-bf16")

namespace voxgrad::cpu {
namespace {

constexpr int64_t kRow = kAmxRows;  // and the columns of a register
constexpr int64_t kLine = 64;       // bytes of a register's row

/// What tells the processor the sizes of its eight registers: four of sums, two of rows, two of columns.
struct AmxConfig {
  uint8_t palette = 1;
  uint8_t start_row = 0;
  uint8_t reserved[14] = {};
  uint16_t row_bytes[16] = {};
  uint8_t rows[16] = {};
};

/// The compiler does not know what registers are loaded from and stored to.
inline void Settle() { asm volatile("" ::: "memory"); }

/// Sixteen rows of elements, which one instruction loads if they are equally far apart. If not they are copied
/// side by side, to one of two places in turn: what was just written is still on its way.
template <class Element>
struct AmxRows {
  const Element* source;
  const int64_t* offsets;
  int64_t count;
  int64_t stride;  // in bytes; of a copy if they are not equally far apart
  bool regular;
  bool odd = false;
  __mmask16 step;  // its pairs
  alignas(kLine) BFloat16Pair copy[2][kRow * kRow];

  AmxRows(const Element* from, const int64_t* from_offsets, int64_t rows, int64_t pairs)
      : source(from), offsets(from_offsets), count(rows), step(static_cast<__mmask16>((1u << pairs) - 1)) {
    const int64_t apart = rows > 1 ? offsets[1] - offsets[0] : 0;
    regular = rows == kRow;
    for (int64_t r = 2; r < rows; ++r) regular = regular && offsets[r] - offsets[r - 1] == apart;
    stride = regular ? apart * static_cast<int64_t>(sizeof(Element)) : kLine;
    if (rows < kRow) std::memset(copy, 0, sizeof(copy));
  }

  /// Where a step begins that is `at` elements from the rows' own places.
  const void* At(int64_t at) { return regular ? source + offsets[0] + at : Copy(at, step); }

  const void* Copy(int64_t at, __mmask16 pairs) {
    odd = !odd;
    BFloat16Pair* to = copy[odd];
    for (int64_t r = 0; r < count; ++r)
      _mm512_store_si512(to + r * kRow, _mm512_maskz_loadu_epi32(pairs, source + offsets[r] + at));
    Settle();
    return to;
  }
};

/// Sums on their way between the matrix unit and memory.
template <int kHalves, int kVectors>
struct AmxSums {
  static constexpr int64_t kColumns = kVectors * kRow, kBytes = kColumns * sizeof(float);
  alignas(kLine) float at[kHalves * kRow * kColumns];

  void Store() {
    _tile_stored(0, at, kBytes);
    if constexpr (kVectors == 2) _tile_stored(1, at + kRow, kBytes);
    if constexpr (kHalves == 2) {
      _tile_stored(2, at + kRow * kColumns, kBytes);
      if constexpr (kVectors == 2) _tile_stored(3, at + kRow * kColumns + kRow, kBytes);
    }
    Settle();
  }
  void Load() const {
    Settle();
    _tile_loadd(0, at, kBytes);
    if constexpr (kVectors == 2) _tile_loadd(1, at + kRow, kBytes);
    if constexpr (kHalves == 2) {
      _tile_loadd(2, at + kRow * kColumns, kBytes);
      if constexpr (kVectors == 2) _tile_loadd(3, at + kRow * kColumns + kRow, kBytes);
    }
  }
  static void Clear() {
    _tile_zero(0);
    if constexpr (kVectors == 2) _tile_zero(1);
    if constexpr (kHalves == 2) {
      _tile_zero(2);
      if constexpr (kVectors == 2) _tile_zero(3);
    }
  }
};

/// Adds the products of the rows and columns that were loaded.
template <int kHalves, int kVectors>
void Multiply() {
  _tile_dpbf16ps(0, 4, 6);
  if constexpr (kVectors == 2) _tile_dpbf16ps(1, 4, 7);
  if constexpr (kHalves == 2) {
    _tile_dpbf16ps(2, 5, 6);
    if constexpr (kVectors == 2) _tile_dpbf16ps(3, 5, 7);
  }
}

template <int kVectors>
void LoadColumns(const void* columns, int64_t bytes) {
  _tile_loadd(6, columns, bytes);
  if constexpr (kVectors == 2) _tile_loadd(7, static_cast<const char*>(columns) + kLine, bytes);
}

/// The last pairs of a run, fewer than a step, made up with zeros.
template <int kHalves, int kVectors, class Element>
__attribute__((noinline)) void MultiplyRest(AmxRows<Element>* rows, int64_t at, const Element* weights,
                                            int64_t panel_step, int64_t pairs) {
  constexpr int64_t kVector = kLine / sizeof(Element);
  alignas(kLine) BFloat16Pair columns[kRow][2 * kRow] = {};
  for (int64_t p = 0; p < pairs; ++p, weights += panel_step) {
    for (int64_t v = 0; v < kVectors; ++v)
      std::memcpy(columns[p] + v * kRow, weights + v * kVector, kLine);
  }
  Settle();
  const auto mask = static_cast<__mmask16>((1u << pairs) - 1);
  LoadColumns<kVectors>(columns, sizeof(columns[0]));
  _tile_loadd(4, rows[0].Copy(at, mask), kLine);
  if constexpr (kHalves == 2) _tile_loadd(5, rows[1].Copy(at, mask), kLine);
  Multiply<kHalves, kVectors>();
}

template <int kHalves, int kVectors, class Element>
void MultiplyRuns(AmxRows<Element>* rows, const Element* panel, int64_t panel_row, int64_t panel_step,
                  int64_t step, const ConvRun* runs, const ConvRun* runs_end) {
  constexpr int64_t kPair = sizeof(BFloat16Pair) / sizeof(Element);
  const int64_t panel_bytes = panel_step * static_cast<int64_t>(sizeof(Element));
  for (const ConvRun* run = runs; run != runs_end; ++run) {
    const Element* weights = panel + run->panel * panel_row;
    int64_t at = run->source, left = run->length;
    for (; left >= step; left -= step, at += step * kPair, weights += step * panel_step) {
      LoadColumns<kVectors>(weights, panel_bytes);
      _tile_loadd(4, rows[0].At(at), rows[0].stride);
      if constexpr (kHalves == 2) _tile_loadd(5, rows[1].At(at), rows[1].stride);
      Multiply<kHalves, kVectors>();
    }
    if (left > 0) MultiplyRest<kHalves, kVectors>(rows, at, weights, panel_step, left);
  }
}

template <int kHalves, int kVectors, class Element, class Sum>
__attribute__((noinline)) void AddRunsByAmx(const TileOperands<Element, Sum>& tile, int64_t count,
                                            int64_t step, const ConvRun* runs, const ConvRun* runs_end) {
  constexpr int64_t kColumns = kVectors * kRow;
  AmxSums<kHalves, kVectors> sums;
  if (std::is_same_v<Sum, float> && tile.mode == TileSums::kContinue) {
    for (int64_t r = 0; r < count; ++r) {
      if (tile.places[r] < 0) continue;
      std::memcpy(sums.at + r * kColumns, tile.sums + tile.places[r], kColumns * sizeof(float));
    }
    sums.Load();
  } else {
    sums.Clear();
  }
  if (tile.fetches_sums) {
    for (int64_t r = 0; r < count; ++r) __builtin_prefetch(tile.sums + tile.places[r], 1);
  }
  AmxRows<Element> rows[] = {{tile.source, tile.offsets, std::min(count, kRow), step},
                    {tile.source, tile.offsets + kRow, count - kRow, step}};
  Settle();
  MultiplyRuns<kHalves, kVectors>(rows, tile.panel, tile.panel_row, tile.panel_step, step, runs, runs_end);
  sums.Store();
  for (int64_t r = 0; r < count; ++r) {
    if (tile.places[r] < 0) continue;
    Sum* to = tile.sums + tile.places[r];
    for (int64_t c = 0; c < kColumns; c += kRow) {
      const __m512 sum = _mm512_load_ps(sums.at + r * kColumns + c);
      if constexpr (std::is_same_v<Sum, float>) {
        const bool adds = tile.mode == TileSums::kAddBlock;
        _mm512_storeu_ps(to + c, adds ? _mm512_add_ps(_mm512_loadu_ps(to + c), sum) : sum);
      } else {
        const __m256bh rounded = _mm512_cvtneps_pbh(sum);
        std::memcpy(static_cast<void*>(to + c), &rounded, sizeof(rounded));
      }
    }
  }
}

template <class Element, class Sum>
void AddRunsByAmx(const TileOperands<Element, Sum>& tile, int64_t rows, int64_t vectors, int64_t step,
                  const ConvRun* runs, const ConvRun* runs_end) {
  if (rows > kRow) {
    vectors == 2 ? AddRunsByAmx<2, 2>(tile, rows, step, runs, runs_end)
                 : AddRunsByAmx<2, 1>(tile, rows, step, runs, runs_end);
  } else {
    vectors == 2 ? AddRunsByAmx<1, 2>(tile, rows, step, runs, runs_end)
                 : AddRunsByAmx<1, 1>(tile, rows, step, runs, runs_end);
  }
}

// The compiler does not take constructors for those of this instruction set.
__attribute__((noinline)) void Configure(int64_t step) {
  AmxConfig config;
  for (int sums = 0; sums < 4; ++sums) {
    config.row_bytes[sums] = kLine;
    config.rows[sums] = kRow;
  }
  for (int rows : {4, 5}) {
    config.row_bytes[rows] = static_cast<uint16_t>(step * int64_t{sizeof(BFloat16Pair)});
    config.rows[rows] = kRow;
  }
  for (int columns : {6, 7}) {
    config.row_bytes[columns] = kLine;
    config.rows[columns] = static_cast<uint8_t>(step);
  }
  asm volatile("" ::"r"(&config) : "memory");  // all of it is read
  _tile_loadconfig(&config);
}

__attribute__((noinline)) void Release() { _tile_release(); }

}  // namespace

AmxScope::AmxScope(int64_t step) { Configure(step); }
AmxScope::~AmxScope() { Release(); }

void AddPairRunsByAmx(const TileOperands<BFloat16Pair, float>& tile, int64_t rows, int64_t vectors,
                      int64_t step, const ConvRun* runs, const ConvRun* runs_end) {
  AddRunsByAmx(tile, rows, vectors, step, runs, runs_end);
}

void AddCellRunsByAmx(const TileOperands<BFloat16, float>& tile, int64_t rows, int64_t vectors, int64_t step,
                      const ConvRun* runs, const ConvRun* runs_end) {
  AddRunsByAmx(tile, rows, vectors, step, runs, runs_end);
}

void WritePairRunsByAmx(const TileOperands<BFloat16Pair, BFloat16>& tile, int64_t rows, int64_t vectors,
                        int64_t step, const ConvRun* runs, const ConvRun* runs_end) {
  AddRunsByAmx(tile, rows, vectors, step, runs, runs_end);
}

}  // namespace voxgrad::cpu
HWY_POP_ATTRIBUTES
#else
namespace voxgrad::cpu {
AmxScope::AmxScope(int64_t) {}
AmxScope::~AmxScope() {}
}  // namespace voxgrad::cpu
#endif  // HWY_ARCH_X86
