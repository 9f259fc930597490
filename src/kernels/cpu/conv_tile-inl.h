// The register tile of the convolutions: some cells of the target times some of its channels, summed over runs of
// source elements. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CPU_CONV_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_CONV_TILE_INL_H_
#undef VOXGRAD_KERNELS_CPU_CONV_TILE_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_CONV_TILE_INL_H_
#endif

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

/// Adds to sums[row][column], for `kRows` rows and `kVectors` vectors of columns, the products of the elements
/// source[offsets[row] + …] of the runs with their rows of the panel: one fused multiply-add each, in their order.
template <int kRows, int kVectors, class D, class A = hn::TFromD<D>>
HWY_NOINLINE void AddRuns(D d, const A* HWY_RESTRICT source, const int64_t* HWY_RESTRICT offsets,
                          const ConvRun* runs, const ConvRun* runs_end, const A* HWY_RESTRICT panel,
                          A* HWY_RESTRICT sums) {
  const size_t lanes = hn::Lanes(d);
  // With constant bounds, unrolled, the sums live in registers.
  hn::Vec<D> sum[kRows][kVectors];
#pragma GCC unroll 16
  for (size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (size_t v = 0; v < kVectors; ++v) sum[r][v] = hn::Load(d, sums + (r * kVectors + v) * lanes);
  }
  for (const ConvRun* run = runs; run != runs_end; ++run) {
    const A* HWY_RESTRICT from = source + run->source;
    const A* HWY_RESTRICT weights = panel + static_cast<size_t>(run->panel) * kVectors * lanes;
    for (int64_t k = 0; k < run->length; ++k, ++from, weights += kVectors * lanes) {
      hn::Vec<D> weight[kVectors];
#pragma GCC unroll 4
      for (size_t v = 0; v < kVectors; ++v) weight[v] = hn::Load(d, weights + v * lanes);
#pragma GCC unroll 16
      for (size_t r = 0; r < kRows; ++r) {
        const auto element = hn::Set(d, from[offsets[r]]);
#pragma GCC unroll 4
        for (size_t v = 0; v < kVectors; ++v) sum[r][v] = hn::MulAdd(element, weight[v], sum[r][v]);
      }
    }
  }
#pragma GCC unroll 16
  for (size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (size_t v = 0; v < kVectors; ++v) hn::Store(sum[r][v], d, sums + (r * kVectors + v) * lanes);
  }
}

template <class A>
using AddRunsFunction = void (*)(hn::ScalableTag<A>, const A*, const int64_t*, const ConvRun*, const ConvRun*,
                                 const A*, A*);

template <class A, int kVectors>
AddRunsFunction<A> AddRunsForRows(int64_t rows) {
  using D = hn::ScalableTag<A>;
  if (rows <= 1) return &AddRuns<1, kVectors, D>;
  if (rows <= 2) return &AddRuns<2, kVectors, D>;
  if (rows <= 4) return &AddRuns<4, kVectors, D>;
  if (rows <= 8 && kTileRows > 8) return &AddRuns<8, kVectors, D>;
  return &AddRuns<kTileRows, kVectors, D>;
}

/// The smallest tile for at least that many rows; it may touch all kTileRows offsets and sums.
template <class A>
AddRunsFunction<A> AddRunsFor(int64_t rows, int64_t vectors) {
  return vectors == 1 ? AddRunsForRows<A, 1>(rows) : AddRunsForRows<A, kTileVectors>(rows);
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_CONV_TILE_INL_H_
