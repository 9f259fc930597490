#include "kernels/cpu/conv_dot.h"

#include <hwy/highway.h>

#if HWY_ARCH_X86
#include <immintrin.h>

#include <algorithm>
#include <cstring>

// Highway has no such instruction: these functions alone are compiled for it, and nothing that is inlined
// here may be shared with others.
#define VOXGRAD_DOT __attribute__((target("avx512f,avx512bf16")))

namespace voxgrad::cpu {
namespace {

constexpr int64_t kLanes = 16;
constexpr size_t kOffsetsKept = 7;  // as in conv_tile-inl.h

/// A pair, or its first number beside a zero, in every lane. Memory of bfloat16 is read as pairs where it
/// stands.
template <bool kHalf>
VOXGRAD_DOT inline __m512bh Spread(const BFloat16Pair* from) {
  BFloat16Pair pair;
  std::memcpy(&pair, from, sizeof(pair));
  if (kHalf) pair &= 0xffff;
  return reinterpret_cast<__m512bh>(_mm512_set1_epi32(static_cast<int>(pair)));
}

template <bool kHalf>
VOXGRAD_DOT inline __m512bh Load(const BFloat16Pair* from) {
  const __m512i pairs = _mm512_loadu_si512(from);
  return reinterpret_cast<__m512bh>(kHalf ? _mm512_and_si512(pairs, _mm512_set1_epi32(0xffff)) : pairs);
}

template <bool kHalf, int kRows, int kVectors>
VOXGRAD_DOT __attribute__((noinline)) void AddPairRuns(const TileOperands<BFloat16Pair, float>& tile,
                                                       const ConvRun* runs, const ConvRun* runs_end) {
  const int64_t* __restrict offsets = tile.offsets;
  const int64_t source_step = tile.source_step, panel_step = tile.panel_step;
  constexpr int64_t kLine = 64 / sizeof(BFloat16Pair);
  __m512 sum[kRows][kVectors];
#pragma GCC unroll 16
  for (size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (size_t v = 0; v < kVectors; ++v)
      sum[r][v] = tile.fresh ? _mm512_setzero_ps() : _mm512_loadu_ps(tile.sums + tile.places[r] + v * kLanes);
  }
  for (const ConvRun* run = runs; run != runs_end; ++run) {
    const BFloat16Pair* __restrict from = tile.source + run->source;
    const BFloat16Pair* __restrict weights = tile.panel + run->panel * tile.panel_row;
    for (int64_t begin = 0; begin < run->length; begin += kLine) {
      if (tile.next != nullptr) {
#pragma GCC unroll 16
        for (size_t r = 0; r < kRows; ++r) __builtin_prefetch(from + tile.next[r]);
      }
      const int64_t end = std::min(run->length, begin + kLine);
      for (int64_t k = begin; k < end; ++k, from += source_step, weights += panel_step) {
        __m512bh weight[kVectors];
#pragma GCC unroll 4
        for (size_t v = 0; v < kVectors; ++v) weight[v] = Load<kHalf>(weights + v * kLanes);
#pragma GCC unroll 16
        for (size_t r = 0; r < kRows; ++r) {
          const int64_t offset =
              r < kOffsetsKept ? offsets[r] : *const_cast<const volatile int64_t*>(offsets + r);
          const __m512bh pair = Spread<kHalf>(from + offset);
#pragma GCC unroll 4
          for (size_t v = 0; v < kVectors; ++v) sum[r][v] = _mm512_dpbf16_ps(sum[r][v], pair, weight[v]);
        }
      }
    }
  }
#pragma GCC unroll 16
  for (size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (size_t v = 0; v < kVectors; ++v)
      _mm512_storeu_ps(tile.sums + tile.places[r] + v * kLanes, sum[r][v]);
  }
}

template <bool kHalf, int kVectors>
AddPairRunsFunction ForRows(int64_t rows) {
  if (rows <= 1) return &AddPairRuns<kHalf, 1, kVectors>;
  if (rows <= 2) return &AddPairRuns<kHalf, 2, kVectors>;
  if (rows <= 4) return &AddPairRuns<kHalf, 4, kVectors>;
  if (rows <= 8) return &AddPairRuns<kHalf, 8, kVectors>;
  return &AddPairRuns<kHalf, kPairTileRows, kVectors>;
}

}  // namespace

AddPairRunsFunction AddPairRunsFor(int64_t rows, int64_t vectors) {
  return vectors == 1 ? ForRows<false, 1>(rows) : ForRows<false, 2>(rows);
}

AddPairRunsFunction AddHalfRunsFor(int64_t rows, int64_t vectors) {
  return vectors == 1 ? ForRows<true, 1>(rows) : ForRows<true, 2>(rows);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ARCH_X86
