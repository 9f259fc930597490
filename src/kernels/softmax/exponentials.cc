#include "kernels/softmax/exponentials.h"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/softmax/exponentials.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/simd/exponential-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

/// f(place, vector) for the row's vectors; the lanes of the last one that are behind the row hold `beyond`.
template <class F>
HWY_INLINE void ForVectors(D d, const float* x, int64_t begin, int64_t end, V beyond, const F& f) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (; begin + lanes <= end; begin += lanes) f(begin, hn::LoadU(d, x + begin));
  if (begin == end) return;
  const auto left = static_cast<size_t>(end - begin);
  f(begin, hn::IfThenElse(hn::FirstN(d, left), LoadSome(d, x + begin, left), beyond));
}

void RunExponentials(const float* x, int64_t count, float* exps, float* largest, double* sum) {
  const D d;
  const hn::Repartition<double, D> wide;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t run = 128 * lanes;  // additions in float to one sum
  const V nothing = hn::Set(d, -std::numeric_limits<float>::infinity());
  V most = nothing;
  ForVectors(d, x, 0, count, nothing, [&](int64_t, V v) HWY_ATTR { most = hn::Max(most, v); });
  most = hn::MaxOfLanes(d, most);
  auto total = hn::Zero(wide);
  for (int64_t begin = 0; begin < count; begin += run) {
    V part = hn::Zero(d);
    ForVectors(d, x, begin, std::min(count, begin + run), nothing, [&](int64_t at, V v) HWY_ATTR {
      v = ExpBelow(d, hn::Sub(v, most));
      at + lanes <= count ? hn::StoreU(v, d, exps + at)
                          : StoreSome(d, v, exps + at, static_cast<size_t>(count - at));
      part = hn::Add(part, v);
    });
    const hn::Half<D> half;
    total = hn::Add(total, hn::Add(hn::PromoteTo(wide, hn::LowerHalf(half, part)),
                                   hn::PromoteTo(wide, hn::UpperHalf(half, part))));
  }
  *largest = hn::GetLane(most);
  *sum = hn::GetLane(hn::SumOfLanes(wide, total));
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunExponentials);

void Exponentials(const float* x, int64_t count, float* exps, float* largest, double* sum) {
  HWY_DYNAMIC_DISPATCH(RunExponentials)(x, count, exps, largest, sum);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
