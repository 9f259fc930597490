// Runs of 16-bit floats to floats and back.
#include "kernels/simd/float16.h"

#include "core/type_list.h"
#include "kernels/simd/target.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/simd/float16.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

template <class T>
void WidenRun(const T* from, int64_t count, float* to) {
  const hn::ScalableTag<float> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(LoadNumbers(d, from + i), d, to + i);
  for (; i < count; ++i) to[i] = static_cast<float>(from[i]);
}

template <class T>
void NarrowRun(const float* from, int64_t count, T* to) {
  const hn::ScalableTag<float> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) StoreNumbers(d, hn::LoadU(d, from + i), to + i);
  for (; i < count; ++i) to[i] = T(from[i]);
}

void RunWiden(DataType type, const void* from, int64_t count, float* to) {
  type == DT_HALF ? WidenRun(static_cast<const Half*>(from), count, to)
                  : WidenRun(static_cast<const BFloat16*>(from), count, to);
}

void RunNarrow(DataType type, const float* from, int64_t count, void* to) {
  type == DT_HALF ? NarrowRun(from, count, static_cast<Half*>(to))
                  : NarrowRun(from, count, static_cast<BFloat16*>(to));
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad {
namespace cpu {
HWY_EXPORT(RunWiden);
HWY_EXPORT(RunNarrow);
}  // namespace cpu

void WidenToFloat(DataType type, const void* from, int64_t count, float* to) {
  using namespace cpu;
  if (WhyOff().empty()) return HWY_DYNAMIC_DISPATCH(RunWiden)(type, from, count, to);
  VisitType(ShortFloats(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (int64_t i = 0; i < count; ++i) to[i] = static_cast<float>(static_cast<const T*>(from)[i]);
  });
}

void NarrowFromFloat(DataType type, const float* from, int64_t count, void* to) {
  using namespace cpu;
  if (WhyOff().empty()) return HWY_DYNAMIC_DISPATCH(RunNarrow)(type, from, count, to);
  VisitType(ShortFloats(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (int64_t i = 0; i < count; ++i) static_cast<T*>(to)[i] = T(from[i]);
  });
}

}  // namespace voxgrad
#endif  // HWY_ONCE
