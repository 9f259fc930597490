// The register tile of the convolutions: some cells of the target times some of its channels, summed over
// runs of source elements. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_PRODUCTS_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_PRODUCTS_TILE_INL_H_
#undef VOXGRAD_KERNELS_PRODUCTS_TILE_INL_H_
#else
#define VOXGRAD_KERNELS_PRODUCTS_TILE_INL_H_
#endif

#include <algorithm>

#include "kernels/products/amx_tile.h"
#include "kernels/products/dot.h"
#include "kernels/products/runs.h"
#include "kernels/simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

// Of 32 or 16 registers: the sums, a vector of weights for each of the two columns, one source element.
#if HWY_TARGET <= HWY_AVX3
inline constexpr int kTileRows = 14;
inline constexpr int kApartRows = 8;  // of a tile of kApartVectors
#else
inline constexpr int kTileRows = 6;
inline constexpr int kApartRows = 4;
#endif
inline constexpr int kTileVectors = 2;

#include "kernels/products/add_runs.inc"  // as a part of this namespace

/// Products of numbers of the type in which they are added.
template <class A>
struct NumberTile {
  using D = hn::ScalableTag<A>;
  using Element = A;
  using Sum = A;
  using Sums = hn::Vec<D>;
  using Factors = hn::Vec<D>;

  static constexpr bool kStreams = true;
  static constexpr bool kApart = false;

  static HWY_INLINE size_t Lanes() { return hn::Lanes(D()); }
  static HWY_INLINE Sums Zero() { return hn::Zero(D()); }
  static HWY_INLINE Sums LoadSums(const A* from) { return hn::LoadU(D(), from); }
  static HWY_INLINE void StoreSums(Sums sums, A* to) { hn::StoreU(sums, D(), to); }
  static HWY_INLINE void StreamSums(Sums sums, A* to) { hn::Stream(sums, D(), to); }
  static HWY_INLINE Factors LoadWeights(const A* from) { return hn::LoadU(D(), from); }
  static HWY_INLINE Factors Spread(const A* from) { return hn::Set(D(), *from); }
  static HWY_INLINE Sums MulAdd(Factors a, Factors b, Sums sums) { return hn::MulAdd(a, b, sums); }
  static HWY_INLINE Sums Add(Sums a, Sums b) { return hn::Add(a, b); }
};

/// The smallest tile for at least that many rows; it may touch the sums of all kTileRows.
template <class A>
AddRunsFunction<NumberTile<A>> AddRunsFor(int64_t rows, int64_t vectors) {
  return SmallestTile<NumberTile<A>, kTileRows>(rows, vectors);
}

/// The same for vectors that stand apart.
template <class A>
struct ApartNumberTile : NumberTile<A> {
  static constexpr bool kStreams = false;
  static constexpr bool kApart = true;
};

template <class A>
AddRunsFunction<ApartNumberTile<A>> AddApartRunsFor(int64_t rows) {
  return SmallestApartTile<ApartNumberTile<A>, kApartRows>(rows);
}

/// The rows that the next tile takes of those left: where two of 8 do less, it is not the largest. A tile of
/// one or two rows waits for its sums.
inline int64_t RowsOfTile(int64_t left) {
  const bool smaller = left < kTileRows - 1 || (left > kTileRows && left <= 16);
  return std::min<int64_t>(left, smaller && kTileRows > 8 ? 8 : kTileRows);
}

/// What the sums of a strip of cells are made of: elements of the source from base + offsets[cell], panels of
/// rows of `row` weights.
template <class E>
struct StripOperands {
  const E* base;
  const int64_t* offsets;  // two tiles longer than the strip
  const E* panel;
  int64_t row;
  int64_t step = 1;       // from one element of a run to the next
  bool stream = false;    // the sums go past the caches
  bool straight = false;  // the sums are those of a result, where they stand
  int64_t amx_step = 0;   // see ConvGather; within an AmxScope if it is not 0
};

/// Rows of a panel that are read at a time: it is longer than the second cache likes.
template <class E>
int64_t PartRows(int64_t row) {
  constexpr int64_t kPartBytes = 256 << 10;
  return kPartBytes / (row * static_cast<int64_t>(sizeof(E)));
}

/// The elements of all runs.
inline int64_t LengthOf(const ConvBox& box) {
  int64_t length = 0;
  for (const ConvRun& run : box.runs) length += run.length;
  return length;
}

/// Whether sums over these runs are complete when the tiles store them for the first time.
template <class E>
bool SumsInOnePart(const ConvBox& box, int64_t row) {
  return box.runs.size() <= 1 || LengthOf(box) <= PartRows<E>(row);
}

/// One tile. Its sums are of the type that is computed in, or BFloat16 that are written once.
template <class E, class Sum>
void SumTile(const TileOperands<E, Sum>& tile, int64_t rows, int64_t vectors, const ConvRun* begin,
             const ConvRun* end) {
  if constexpr (std::is_same_v<E, Sum>) {
    AddRunsFor<Sum>(rows, vectors)(tile, begin, end);
  } else if constexpr (std::is_same_v<Sum, BFloat16>) {
    WritePairRunsFor(rows, vectors)(tile, begin, end);
  } else {
    static_assert(std::is_same_v<E, Sum> || kTileRows == kPairTileRows);
    AddPairRunsFor(rows, vectors)(tile, begin, end);
  }
}

/// The same for some rows, of pairs, within an AmxScope.
template <class E, class Sum>
void SumTileByAmx(const TileOperands<E, Sum>& tile, int64_t rows, int64_t vectors, int64_t step,
                  const ConvRun* begin, const ConvRun* end) {
  if constexpr (std::is_same_v<E, BFloat16Pair> && std::is_same_v<Sum, BFloat16>) {
    WritePairRunsByAmx(tile, rows, vectors, step, begin, end);
  } else if constexpr (std::is_same_v<E, BFloat16Pair>) {
    AddPairRunsByAmx(tile, rows, vectors, step, begin, end);
  }
}

/// The sums of the first `cells` cells of a strip over a box's runs, each at sums + places[cell], whole rows:
/// all cells take a part of the panel, then the next. Cells that the last tile has too many repeat the last
/// one, or have places of their own. Sums of BFloat16 need SumsInOnePart.
template <class E, class Sum>
void SumStrip(const ConvBox& box, const StripOperands<E>& strip, int64_t cells, const int64_t* places,
              Sum* sums) {
  using A = std::conditional_t<std::is_same_v<Sum, BFloat16>, float, Sum>;
  const int64_t most_rows = PartRows<E>(strip.row);
  const auto vectors = strip.row / static_cast<int64_t>(hn::Lanes(hn::ScalableTag<A>()));
  const ConvRun* const first = box.runs.data();
  const ConvRun* const runs_end = first + box.runs.size();
  const ConvRun* begin = first;
  // Asking for the next tile's rows costs as much as an element of a run.
  const bool fetch = LengthOf(box) >= 4 * static_cast<int64_t>(box.runs.size());
  // AMX has all of them in the first cache but where a cell meets one tap.
  const bool fetches_next = strip.amx_step > 0 ? box.runs.size() == 1 : fetch;
  const int64_t tile_rows = strip.amx_step > 0 ? kAmxTileRows : kTileRows;
  do {  // also without runs: then the sums are zeros
    const ConvRun* end = begin;
    for (int64_t rows = 0; end != runs_end && (end == begin || rows + end->length <= most_rows); ++end)
      rows += end->length;
    for (int64_t cell = 0; cell < cells; cell += tile_rows) {
      const TileOperands<E, Sum> tile = {strip.base,
                                         strip.offsets + cell,
                                         strip.step,
                                         strip.panel,
                                         strip.row,
                                         strip.row,
                                         sums,
                                         places + cell,
                                         fetches_next ? strip.offsets + cell + tile_rows : nullptr,
                                         begin == first ? TileSums::kReplace : TileSums::kContinue,
                                         strip.stream && end == runs_end,
                                         strip.straight && begin == first && !strip.stream,
                                         std::clamp<int64_t>(cells - cell - tile_rows, 0, tile_rows)};
      if (strip.amx_step > 0) {
        SumTileByAmx(tile, std::min(tile_rows, cells - cell), vectors, strip.amx_step, begin, end);
      } else {
        SumTile(tile, cells - cell, vectors, begin, end);
      }
    }
    begin = end;
  } while (begin != runs_end);
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_PRODUCTS_TILE_INL_H_
