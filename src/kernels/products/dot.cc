#include "kernels/products/dot.h"

#include <hwy/highway.h>

#if HWY_ARCH_X86
#include <immintrin.h>

#include <algorithm>
#include <cstring>

// Highway has no such instruction: these functions alone are compiled for it, and nothing that is inlined
// here may be shared with others.
HWY_PUSH_ATTRIBUTES("avx512f,avx512bf16")

namespace voxgrad::cpu::dots {
namespace {

#include "kernels/products/add_runs.inc"  // as a part of this namespace

/// Products of pairs, or of the first number of each alone.
template <bool kHalf, bool kIsApart = false>
struct PairTile {
  using Element = BFloat16Pair;
  using Sum = float;
  using Sums = __m512;
  using Factors = __m512bh;

  // With a second way to store them, one of the sums finds no place in the registers.
  static constexpr bool kStreams = false;
  static constexpr bool kApart = kIsApart;

  static constexpr size_t Lanes() { return 16; }
  static Sums Zero() { return _mm512_setzero_ps(); }
  static Sums LoadSums(const float* from) { return _mm512_loadu_ps(from); }
  static void StoreSums(Sums sums, float* to) { _mm512_storeu_ps(to, sums); }
  static Factors LoadWeights(const BFloat16Pair* from) {
    const __m512i pairs = _mm512_loadu_si512(from);
    return reinterpret_cast<Factors>(kHalf ? _mm512_and_si512(pairs, _mm512_set1_epi32(0xffff)) : pairs);
  }
  /// Memory of bfloat16 is read as pairs where it stands.
  static Factors Spread(const BFloat16Pair* from) {
    BFloat16Pair pair;
    std::memcpy(&pair, from, sizeof(pair));
    if (kHalf) pair &= 0xffff;
    return reinterpret_cast<Factors>(_mm512_set1_epi32(static_cast<int>(pair)));
  }
  static Sums MulAdd(Factors a, Factors b, Sums sums) { return _mm512_dpbf16_ps(sums, a, b); }
  static Sums Add(Sums a, Sums b) { return _mm512_add_ps(a, b); }
};

/// Sums that leave the registers as results: they begin at zero.
struct RoundedPairTile : PairTile<false> {
  using Sum = BFloat16;

  static Sums LoadSums(const BFloat16*) { return Zero(); }
  static void StoreSums(Sums sums, BFloat16* to) {
    const __m256bh rounded = _mm512_cvtneps_pbh(sums);
    std::memcpy(static_cast<void*>(to), &rounded, sizeof(rounded));
  }
};

}  // namespace
}  // namespace voxgrad::cpu::dots
HWY_POP_ATTRIBUTES

namespace voxgrad::cpu {

AddPairRunsFunction AddPairRunsFor(int64_t rows, int64_t vectors) {
  return dots::SmallestTile<dots::PairTile<false>, kPairTileRows>(rows, vectors);
}

WritePairRunsFunction WritePairRunsFor(int64_t rows, int64_t vectors) {
  return dots::SmallestTile<dots::RoundedPairTile, kPairTileRows>(rows, vectors);
}

AddPairRunsFunction AddHalfRunsFor(int64_t rows, int64_t vectors) {
  return dots::SmallestTile<dots::PairTile<true>, kPairTileRows>(rows, vectors);
}

AddPairRunsFunction AddApartPairRunsFor(int64_t rows) {
  return dots::SmallestApartTile<dots::PairTile<false, true>, kApartPairRows>(rows);
}

AddPairRunsFunction AddApartHalfRunsFor(int64_t rows) {
  return dots::SmallestApartTile<dots::PairTile<true, true>, kApartPairRows>(rows);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ARCH_X86
