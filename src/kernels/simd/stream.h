// Results that go past the caches.
#ifndef VOXGRAD_KERNELS_SIMD_STREAM_H_
#define VOXGRAD_KERNELS_SIMD_STREAM_H_

#include <cstdint>

namespace voxgrad::cpu {

/// Copies a block of results to its place in memory without reading that place first. Only whole cache lines
/// go that way. Other threads see the block after FlushStream().
void StreamCopy(const void* from, int64_t bytes, void* to);
void FlushStream();

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_SIMD_STREAM_H_
