#include "kernels/products/amx_tile.h"

#include <hwy/highway.h>

#if HWY_ARCH_X86
#include <immintrin.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

// g++ 12 takes what its own intrinsics leave undefined for an oversight.
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

// Highway has no such instructions: these functions alone are compiled for them, and nothing that is inlined
// here may be shared with others.
HWY_PUSH_ATTRIBUTES("avx512f,avx512bw,avx512bf16,amx-tile,amx-bf16,prfchw")

namespace voxgrad::cpu {
namespace {

constexpr int64_t kRow = kAmxRows;  // and the columns of a register
constexpr int64_t kLine = 64;       // bytes of a register's row

/// The compiler does not know what registers are loaded from and stored to.
inline void Settle() { asm volatile("" ::: "memory"); }

/// Sixteen rows of elements, which one instruction loads if they are equally far apart. If not they are
/// copied side by side, to one of two places in turn: what was just written is still on its way.
struct AmxRows {
  const BFloat16Pair* source;
  const int64_t* offsets;
  int64_t count;
  int64_t stride;  // in bytes; of a copy if they are not equally far apart
  bool regular;
  bool odd = false;
  __mmask16 step;  // its pairs
  alignas(kLine) BFloat16Pair copy[2][kRow * kRow];

  AmxRows(const BFloat16Pair* from, const int64_t* from_offsets, int64_t rows, int64_t pairs)
      : source(from), offsets(from_offsets), count(rows), step(static_cast<__mmask16>((1u << pairs) - 1)) {
    const int64_t apart = rows > 1 ? offsets[1] - offsets[0] : 0;
    regular = rows == kRow;
    for (int64_t r = 2; r < rows; ++r) regular = regular && offsets[r] - offsets[r - 1] == apart;
    stride = regular ? apart * static_cast<int64_t>(sizeof(BFloat16Pair)) : kLine;
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
template <int kHalves, int kVectors>
__attribute__((noinline)) void MultiplyRest(AmxRows* rows, int64_t at, const BFloat16Pair* weights,
                                            int64_t panel_step, int64_t pairs) {
  alignas(kLine) BFloat16Pair columns[kRow][2 * kRow] = {};
  for (int64_t p = 0; p < pairs; ++p, weights += panel_step)
    std::memcpy(columns[p], weights, kVectors * kLine);
  Settle();
  const auto mask = static_cast<__mmask16>((1u << pairs) - 1);
  LoadColumns<kVectors>(columns, sizeof(columns[0]));
  _tile_loadd(4, rows[0].Copy(at, mask), kLine);
  if constexpr (kHalves == 2) _tile_loadd(5, rows[1].Copy(at, mask), kLine);
  Multiply<kHalves, kVectors>();
}

/// A part of the next tile's rows, one row after the other: so the processor sees what will follow.
template <class Sum>
void FetchRows(const TileOperands<BFloat16Pair, Sum>& tile, int64_t length, int64_t at, int64_t step) {
  for (int64_t r = tile.next_rows * at / length; r < tile.next_rows * (at + step) / length; ++r) {
    for (int64_t k = 0; k < length; k += kRow) __builtin_prefetch(tile.source + tile.next[r] + k, 0, 2);
  }
}

template <int kHalves, int kVectors, class Sum>
void MultiplyRuns(const TileOperands<BFloat16Pair, Sum>& tile, int64_t count, int64_t step,
                  const ConvRun* runs, const ConvRun* runs_end) {
  AmxRows rows[] = {{tile.source, tile.offsets, std::min(count, kRow), step},
                    {tile.source, tile.offsets + kRow, count - kRow, step}};
  const int64_t panel_bytes = tile.panel_step * static_cast<int64_t>(sizeof(BFloat16Pair));
  Settle();
  for (const ConvRun* run = runs; run != runs_end; ++run) {
    const BFloat16Pair* weights = tile.panel + run->panel * tile.panel_row;
    int64_t at = run->source, left = run->length;
    for (; left >= step; left -= step, at += step, weights += step * tile.panel_step) {
      if (tile.next != nullptr) FetchRows(tile, run->length, run->length - left, step);
      LoadColumns<kVectors>(weights, panel_bytes);
      _tile_loadd(4, rows[0].At(at), rows[0].stride);
      if constexpr (kHalves == 2) _tile_loadd(5, rows[1].At(at), rows[1].stride);
      Multiply<kHalves, kVectors>();
    }
    if (left > 0) MultiplyRest<kHalves, kVectors>(rows, at, weights, tile.panel_step, left);
  }
}

template <class Sum>
void FetchSums(const TileOperands<BFloat16Pair, Sum>& tile, const int64_t* places, int64_t count) {
  for (int64_t r = 0; r < count; ++r) {
    if (places[r] >= 0) __builtin_prefetch(tile.sums + places[r], 1);
  }
}

/// A row's sums, rounded if that is what is stored.
template <int kVectors>
void StoreRow(const float* from, TileSums mode, float* to) {
  for (int64_t c = 0; c < kVectors * kRow; c += kRow) {
    const __m512 sum = _mm512_load_ps(from + c);
    _mm512_storeu_ps(to + c, mode == TileSums::kAddBlock ? _mm512_add_ps(_mm512_loadu_ps(to + c), sum) : sum);
  }
}
template <int kVectors>
void StoreRow(const float* from, TileSums, BFloat16* to) {
  if constexpr (kVectors == 2) {
    const __m512bh rounded = _mm512_cvtne2ps_pbh(_mm512_load_ps(from + kRow), _mm512_load_ps(from));
    std::memcpy(static_cast<void*>(to), &rounded, sizeof(rounded));
  } else {
    const __m256bh rounded = _mm512_cvtneps_pbh(_mm512_load_ps(from));
    std::memcpy(static_cast<void*>(to), &rounded, sizeof(rounded));
  }
}

template <int kHalves, int kVectors, class Sum>
__attribute__((noinline)) void AddRuns(const TileOperands<BFloat16Pair, Sum>& tile, int64_t count,
                                       int64_t step, const ConvRun* runs, const ConvRun* runs_end) {
  constexpr int64_t kColumns = kVectors * kRow;
  AmxSums<kHalves, kVectors> sums;
  if (std::is_same_v<Sum, float> && tile.mode == TileSums::kContinue) {
    for (int64_t r = 0; r < count; ++r) {
      if (tile.places[r] >= 0)
        std::memcpy(sums.at + r * kColumns, tile.sums + tile.places[r], kColumns * sizeof(float));
    }
    sums.Load();
  } else {
    sums.Clear();
  }
  if (tile.fetches_sums) FetchSums(tile, tile.places + count, tile.next_rows);
  MultiplyRuns<kHalves, kVectors>(tile, count, step, runs, runs_end);
  sums.Store();
  for (int64_t r = 0; r < count; ++r) {
    if (tile.places[r] >= 0)
      StoreRow<kVectors>(sums.at + r * kColumns, tile.mode, tile.sums + tile.places[r]);
  }
}

template <class Sum>
void AddRunsByAmx(const TileOperands<BFloat16Pair, Sum>& tile, int64_t rows, int64_t vectors, int64_t step,
                  const ConvRun* runs, const ConvRun* runs_end) {
  const auto add = rows > kRow ? (vectors == 2 ? &AddRuns<2, 2, Sum> : &AddRuns<2, 1, Sum>)
                               : (vectors == 2 ? &AddRuns<1, 2, Sum> : &AddRuns<1, 1, Sum>);
  add(tile, rows, step, runs, runs_end);
}

/// Sixteen rows of sixteen become columns.
inline void Turn(__m512 (&v)[kRow]) {
  __m512 t[kRow];
  for (int i = 0; i < 16; i += 4) {
    const __m512 low01 = _mm512_unpacklo_ps(v[i], v[i + 1]), high01 = _mm512_unpackhi_ps(v[i], v[i + 1]);
    const __m512 low23 = _mm512_unpacklo_ps(v[i + 2], v[i + 3]),
                 high23 = _mm512_unpackhi_ps(v[i + 2], v[i + 3]);
    const __m512d a = _mm512_castps_pd(low01), b = _mm512_castps_pd(low23);
    const __m512d c = _mm512_castps_pd(high01), d = _mm512_castps_pd(high23);
    t[i] = _mm512_castpd_ps(_mm512_unpacklo_pd(a, b));
    t[i + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(a, b));
    t[i + 2] = _mm512_castpd_ps(_mm512_unpacklo_pd(c, d));
    t[i + 3] = _mm512_castpd_ps(_mm512_unpackhi_pd(c, d));
  }
  // t[4i + j] has column 4b + j of rows 4i to 4i + 3 in its block b.
  for (int j = 0; j < 4; ++j) {
    const __m512 low = _mm512_shuffle_f32x4(t[j], t[4 + j], 0x88),
                 high = _mm512_shuffle_f32x4(t[j], t[4 + j], 0xdd);
    const __m512 low2 = _mm512_shuffle_f32x4(t[8 + j], t[12 + j], 0x88),
                 high2 = _mm512_shuffle_f32x4(t[8 + j], t[12 + j], 0xdd);
    v[j] = _mm512_shuffle_f32x4(low, low2, 0x88);
    v[8 + j] = _mm512_shuffle_f32x4(low, low2, 0xdd);
    v[4 + j] = _mm512_shuffle_f32x4(high, high2, 0x88);
    v[12 + j] = _mm512_shuffle_f32x4(high, high2, 0xdd);
  }
}

template <int kHalves, int kVectors>
__attribute__((noinline)) void AddTurned(const TileOperands<BFloat16Pair, float>& tile, int64_t columns,
                                         int64_t pitch, int64_t step, const ConvRun* runs,
                                         const ConvRun* runs_end) {
  constexpr int64_t kColumns = kVectors * kRow;
  AmxSums<kHalves, kVectors> sums;
  sums.Clear();
  MultiplyRuns<kHalves, kVectors>(tile, kHalves * kRow, step, runs, runs_end);
  sums.Store();
  for (int64_t first = 0; first < columns; first += kRow) {
    const int64_t end = std::min(columns - first, kRow);
    for (int64_t half = 0; half < kHalves; ++half) {
      __m512 block[kRow];
      for (int64_t r = 0; r < kRow; ++r)
        block[r] = _mm512_load_ps(sums.at + (half * kRow + r) * kColumns + first);
      Turn(block);
      float* to = tile.sums + first * pitch + half * kRow;
      for (int64_t c = 0; c < end; ++c, to += pitch)
        _mm512_storeu_ps(
            to, tile.mode == TileSums::kAddBlock ? _mm512_add_ps(_mm512_loadu_ps(to), block[c]) : block[c]);
    }
  }
}

}  // namespace

void AddPairRunsByAmx(const TileOperands<BFloat16Pair, float>& tile, int64_t rows, int64_t vectors,
                      int64_t step, const ConvRun* runs, const ConvRun* runs_end) {
  AddRunsByAmx(tile, rows, vectors, step, runs, runs_end);
}

void AddTurnedRunsByAmx(const TileOperands<BFloat16Pair, float>& tile, int64_t rows, int64_t columns,
                        int64_t pitch, int64_t step, const ConvRun* runs, const ConvRun* runs_end) {
  const bool wide = columns > kRow;
  const auto add = rows > kRow ? (wide ? &AddTurned<2, 2> : &AddTurned<2, 1>)
                               : (wide ? &AddTurned<1, 2> : &AddTurned<1, 1>);
  add(tile, columns, pitch, step, runs, runs_end);
}

void WritePairRunsByAmx(const TileOperands<BFloat16Pair, BFloat16>& tile, int64_t rows, int64_t vectors,
                        int64_t step, const ConvRun* runs, const ConvRun* runs_end) {
  AddRunsByAmx(tile, rows, vectors, step, runs, runs_end);
}

}  // namespace voxgrad::cpu
HWY_POP_ATTRIBUTES
#endif  // HWY_ARCH_X86
