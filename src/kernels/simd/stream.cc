#include "kernels/simd/stream.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/simd/stream.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

void RunStreamCopy(const uint8_t* from, size_t bytes, uint8_t* to) {
  constexpr size_t kLine = 64;
  const hn::ScalableTag<uint8_t> d;
  const size_t begin = std::min(bytes, (kLine - reinterpret_cast<uintptr_t>(to) % kLine) % kLine);
  const size_t end = begin + (bytes - begin) / kLine * kLine;
  std::memcpy(to, from, begin);
  for (size_t i = begin; i < end; i += hn::Lanes(d)) hn::Stream(hn::LoadU(d, from + i), d, to + i);
  std::memcpy(to + end, from + end, bytes - end);
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunStreamCopy);

void StreamCopy(const void* from, int64_t bytes, void* to) {
  HWY_DYNAMIC_DISPATCH(RunStreamCopy)
  (static_cast<const uint8_t*>(from), static_cast<size_t>(bytes), static_cast<uint8_t*>(to));
}

void FlushStream() { hwy::FlushStream(); }

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
