// The register tile of the convolutions: some cells of the target times some of its channels, summed over
// runs of source elements. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CPU_CONV_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_CONV_TILE_INL_H_
#undef VOXGRAD_KERNELS_CPU_CONV_TILE_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_CONV_TILE_INL_H_
#endif

#include <algorithm>

#include "kernels/cpu/conv_dot.h"
#include "kernels/cpu/conv_runs.h"
#include "kernels/cpu/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

// Of 32 or 16 registers: the sums, a vector of weights for each of the two columns, one source element.
#if HWY_TARGET <= HWY_AVX3
inline constexpr int kTileRows = 14;
#else
inline constexpr int kTileRows = 6;
#endif
inline constexpr int kTileVectors = 2;

#include "kernels/cpu/conv_add_runs.inc"  // as a part of this namespace

/// Products of numbers of the type in which they are added.
template <class A>
struct NumberTile {
  using D = hn::ScalableTag<A>;
  using Element = A;
  using Sum = A;
  using Sums = hn::Vec<D>;
  using Factors = hn::Vec<D>;

  static HWY_INLINE size_t Lanes() { return hn::Lanes(D()); }
  static HWY_INLINE Sums Zero() { return hn::Zero(D()); }
  static HWY_INLINE Sums LoadSums(const A* from) { return hn::LoadU(D(), from); }
  static HWY_INLINE void StoreSums(Sums sums, A* to) { hn::StoreU(sums, D(), to); }
  static HWY_INLINE Factors LoadWeights(const A* from) { return hn::LoadU(D(), from); }
  static HWY_INLINE Factors Spread(const A* from) { return hn::Set(D(), *from); }
  static HWY_INLINE Sums MulAdd(Factors a, Factors b, Sums sums) { return hn::MulAdd(a, b, sums); }
};

/// The smallest tile for at least that many rows; it may touch the sums of all kTileRows.
template <class A>
AddRunsFunction<NumberTile<A>> AddRunsFor(int64_t rows, int64_t vectors) {
  return SmallestTile<NumberTile<A>, kTileRows>(rows, vectors);
}

/// What the sums of a strip of cells are made of: elements of the source from base + offsets[cell], panels of
/// rows of `row` weights.
template <class E>
struct StripOperands {
  const E* base;
  const int64_t* offsets;  // two tiles longer than the strip
  const E* panel;
  int64_t row;
};

/// The sums of the first `cells` cells of a strip over a box's runs, each at sums + places[cell], whole rows.
/// Panels are longer than the second cache likes: all cells take a part, then the next. Cells that the last
/// tile has too many repeat the last one, or have places of their own.
template <class E, class A>
void SumStrip(const ConvBox& box, const StripOperands<E>& strip, int64_t cells, const int64_t* places,
              A* sums) {
  constexpr int64_t kPartBytes = 256 << 10;
  const int64_t most_rows = kPartBytes / (strip.row * static_cast<int64_t>(sizeof(E)));
  const auto vectors = strip.row / static_cast<int64_t>(hn::Lanes(hn::ScalableTag<A>()));
  const ConvRun* const first = box.runs.data();
  const ConvRun* const runs_end = first + box.runs.size();
  const ConvRun* begin = first;
  do {  // also without runs: then the sums are zeros
    const ConvRun* end = begin;
    for (int64_t rows = 0; end != runs_end && (end == begin || rows + end->length <= most_rows); ++end)
      rows += end->length;
    for (int64_t cell = 0; cell < cells; cell += kTileRows) {
      const TileOperands<E, A> tile = {strip.base,
                                       strip.offsets + cell,
                                       1,
                                       strip.panel,
                                       strip.row,
                                       strip.row,
                                       sums,
                                       places + cell,
                                       strip.offsets + cell + kTileRows,
                                       begin == first};
      if constexpr (std::is_same_v<E, A>) {
        AddRunsFor<A>(cells - cell, vectors)(tile, begin, end);
      } else {
        static_assert(std::is_same_v<E, A> || kTileRows == kPairTileRows);
        AddPairRunsFor(cells - cell, vectors)(tile, begin, end);
      }
    }
    begin = end;
  } while (begin != runs_end);
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_CONV_TILE_INL_H_
