// The 16-byte blocks of a vector: turned as small matrices, and stored apart. Included once for each
// instruction set.
#if defined(VOXGRAD_KERNELS_SIMD_BLOCKS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_SIMD_BLOCKS_INL_H_
#undef VOXGRAD_KERNELS_SIMD_BLOCKS_INL_H_
#else
#define VOXGRAD_KERNELS_SIMD_BLOCKS_INL_H_
#endif

#include "kernels/simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Numbers of a 16-byte block.
template <class D>
constexpr int64_t kBlock = 16 / sizeof(hn::TFromD<D>);

/// Turns the blocks of kBlock vectors: number k of block b of vector i becomes number i of block b of vector
/// k.
template <class D, class V>
HWY_INLINE void TurnBlocks(D d, V& v0, V& v1, V& v2, V& v3) {
  if constexpr (kBlock<D> == 2) {
    const V low = hn::InterleaveLower(d, v0, v1);
    v1 = hn::InterleaveUpper(d, v0, v1);
    v0 = low;
  } else {
    const hn::Repartition<uint64_t, D> pairs;
    const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(d, v0, v1));
    const auto low23 = hn::BitCast(pairs, hn::InterleaveLower(d, v2, v3));
    const auto high01 = hn::BitCast(pairs, hn::InterleaveUpper(d, v0, v1));
    const auto high23 = hn::BitCast(pairs, hn::InterleaveUpper(d, v2, v3));
    v0 = hn::BitCast(d, hn::InterleaveLower(pairs, low01, low23));
    v1 = hn::BitCast(d, hn::InterleaveUpper(pairs, low01, low23));
    v2 = hn::BitCast(d, hn::InterleaveLower(pairs, high01, high23));
    v3 = hn::BitCast(d, hn::InterleaveUpper(pairs, high01, high23));
  }
}

/// The blocks of `Block` elements of a vector, `stride` apart.
template <size_t Block, class D, class V, class T = hn::TFromD<D>>
HWY_INLINE void StoreBlocks(D d, V v, T* to, int64_t stride) {
  if constexpr (hn::MaxLanes(D()) > Block) {
    const hn::Half<D> half;
    StoreBlocks<Block>(half, hn::LowerHalf(half, v), to, stride);
    StoreBlocks<Block>(half, hn::UpperHalf(half, v), to + hn::MaxLanes(half) / Block * stride, stride);
    return;
  }
  hn::StoreU(v, d, to);
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_SIMD_BLOCKS_INL_H_
