// The register tile of the convolutions: some cells of the target times some of its channels, summed over
// runs of source elements. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CPU_CONV_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_CONV_TILE_INL_H_
#undef VOXGRAD_KERNELS_CPU_CONV_TILE_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_CONV_TILE_INL_H_
#endif

#include <hwy/cache_control.h>

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
inline constexpr size_t kOffsetsKept = 7;

/// Adds to the sums of `kRows` rows and `kVectors` vectors of columns the products of the runs' elements with
/// the panel's vectors beside them: one multiply-add each, in their order.
template <int kRows, int kVectors, class A>
HWY_NOINLINE void AddRuns(const TileOperands<A>& tile, const ConvRun* runs, const ConvRun* runs_end) {
  using D = hn::ScalableTag<A>;
  const D d;
  const size_t lanes = hn::Lanes(d);
  const int64_t* HWY_RESTRICT offsets = tile.offsets;
  const int64_t source_step = tile.source_step;
  const int64_t panel_step = tile.panel_step;
  constexpr int64_t kLine = 64 / sizeof(A);
  // With constant bounds, unrolled, the sums live in registers.
  hn::Vec<D> sum[kRows][kVectors];
#pragma GCC unroll 16
  for (size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (size_t v = 0; v < kVectors; ++v)
      sum[r][v] = tile.fresh ? hn::Zero(d) : hn::LoadU(d, tile.sums + tile.places[r] + v * lanes);
  }
  for (const ConvRun* run = runs; run != runs_end; ++run) {
    const A* HWY_RESTRICT from = tile.source + run->source;
    const A* HWY_RESTRICT weights = tile.panel + run->panel * tile.panel_row;
    for (int64_t begin = 0; begin < run->length; begin += kLine) {
      if (tile.next != nullptr) {
#pragma GCC unroll 16
        for (size_t r = 0; r < kRows; ++r) hwy::Prefetch(from + tile.next[r]);
      }
      const int64_t end = std::min(run->length, begin + kLine);
      for (int64_t k = begin; k < end; ++k, from += source_step, weights += panel_step) {
        hn::Vec<D> weight[kVectors];
#pragma GCC unroll 4
        for (size_t v = 0; v < kVectors; ++v) weight[v] = hn::LoadU(d, weights + v * lanes);
#pragma GCC unroll 16
        for (size_t r = 0; r < kRows; ++r) {
          // Offsets that find no place in an integer register are read again: in a vector register, where the
          // compiler would keep them otherwise, they stand in the way of the multiplications.
          const int64_t offset =
              r < kOffsetsKept ? offsets[r] : *const_cast<const volatile int64_t*>(offsets + r);
          const auto element = hn::Set(d, from[offset]);
#pragma GCC unroll 4
          for (size_t v = 0; v < kVectors; ++v) sum[r][v] = hn::MulAdd(element, weight[v], sum[r][v]);
        }
      }
    }
  }
#pragma GCC unroll 16
  for (size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (size_t v = 0; v < kVectors; ++v) hn::StoreU(sum[r][v], d, tile.sums + tile.places[r] + v * lanes);
  }
}

template <class A>
using AddRunsFunction = void (*)(const TileOperands<A>&, const ConvRun*, const ConvRun*);

template <class A, int kVectors>
AddRunsFunction<A> AddRunsForRows(int64_t rows) {
  if (rows <= 1) return &AddRuns<1, kVectors, A>;
  if (rows <= 2) return &AddRuns<2, kVectors, A>;
  if (rows <= 4) return &AddRuns<4, kVectors, A>;
  if (rows <= 8 && kTileRows > 8) return &AddRuns<8, kVectors, A>;
  return &AddRuns<kTileRows, kVectors, A>;
}

/// The smallest tile for at least that many rows; it may touch the sums of all kTileRows.
template <class A>
AddRunsFunction<A> AddRunsFor(int64_t rows, int64_t vectors) {
  return vectors == 1 ? AddRunsForRows<A, 1>(rows) : AddRunsForRows<A, kTileVectors>(rows);
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
