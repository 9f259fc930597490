// Highway's exponentials and logarithms are good to a few steps of the last place within their range. What
// lies outside, infinities and NaN get their own answers here.
#include "kernels/cpu/functions.h"

#include <limits>

#include "kernels/cpu/target.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/functions.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

#include "kernels/cpu/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// `result`, or NaN where x is.
HWY_INLINE V KeepNan(V x, V result) { return hn::IfThenElse(hn::IsNaN(x), x, result); }

struct Exp {
  static HWY_INLINE V Of(D d, V x) {
    // The end of Highway's range is past the largest float already.
    return KeepNan(x, hn::Exp(d, hn::Min(x, hn::Set(d, 104.0f))));
  }
};

struct Log {
  static HWY_INLINE V Of(D d, V x) {
    V y = hn::Log(d, x);
    y = hn::IfThenElse(hn::Eq(x, hn::Set(d, kInfinity)), x, y);
    y = hn::IfThenElse(hn::Eq(x, hn::Zero(d)), hn::Set(d, -kInfinity), y);
    y = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Set(d, std::numeric_limits<float>::quiet_NaN()), y);
    return KeepNan(x, y);
  }
};

// From e^(-2|x|) - 1, which is exact enough near 0 and -1 far away.
struct Tanh {
  static HWY_INLINE V Of(D d, V x) {
    const V away = hn::Min(hn::Abs(x), hn::Set(d, 20.0f));
    const V e = hn::Expm1(d, hn::Mul(away, hn::Set(d, -2.0f)));
    const V magnitude = hn::Neg(hn::Div(e, hn::Add(e, hn::Set(d, 2.0f))));
    return KeepNan(x, hn::CopySign(magnitude, x));
  }
};

struct Sigmoid {
  static HWY_INLINE V Of(D d, V x) {
    const V one = hn::Set(d, 1.0f);
    const V e = hn::Exp(d, hn::Neg(hn::Abs(x)));
    const V above = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), e, one);
    return KeepNan(x, hn::Div(above, hn::Add(one, e)));
  }
};

struct Elu {
  static HWY_INLINE V Of(D d, V x) {
    const V below = hn::Expm1(d, hn::Max(hn::Min(x, hn::Zero(d)), hn::Set(d, -80.0f)));
    return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), below, x);
  }
};

struct Softplus {
  static HWY_INLINE V Of(D d, V x) {
    const V rest = hn::Log1p(d, hn::Exp(d, hn::Neg(hn::Abs(x))));
    return KeepNan(x, hn::Add(hn::Max(x, hn::Zero(d)), rest));
  }
};

template <class F>
void RunFloats(const void* const* in, void* out, int64_t count) {
  const D d;
  const float* x = static_cast<const float*>(in[0]);
  float* y = static_cast<float*>(out);
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(F::Of(d, hn::LoadU(d, x + i)), d, y + i);
  if (i == count) return;
  const size_t left = static_cast<size_t>(count - i);
  StoreSome(d, F::Of(d, LoadSome(d, x + i, left)), y + i, left);
}

void RunExp(const void* const* in, void* out, int64_t count) { RunFloats<Exp>(in, out, count); }
void RunLog(const void* const* in, void* out, int64_t count) { RunFloats<Log>(in, out, count); }
void RunTanh(const void* const* in, void* out, int64_t count) { RunFloats<Tanh>(in, out, count); }
void RunSigmoid(const void* const* in, void* out, int64_t count) { RunFloats<Sigmoid>(in, out, count); }
void RunElu(const void* const* in, void* out, int64_t count) { RunFloats<Elu>(in, out, count); }
void RunSoftplus(const void* const* in, void* out, int64_t count) { RunFloats<Softplus>(in, out, count); }

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunExp);
HWY_EXPORT(RunLog);
HWY_EXPORT(RunTanh);
HWY_EXPORT(RunSigmoid);
HWY_EXPORT(RunElu);
HWY_EXPORT(RunSoftplus);

elementwise::Loop FindUnary(UnaryFunction f, DataType type) {
  if (type != DT_FLOAT || !WhyOff().empty()) return {};
  switch (f) {
    case UnaryFunction::kExp:
      return {HWY_DYNAMIC_DISPATCH(RunExp), 1};
    case UnaryFunction::kLog:
      return {HWY_DYNAMIC_DISPATCH(RunLog), 1};
    case UnaryFunction::kTanh:
      return {HWY_DYNAMIC_DISPATCH(RunTanh), 2};
    case UnaryFunction::kSigmoid:
      return {HWY_DYNAMIC_DISPATCH(RunSigmoid), 1};
    case UnaryFunction::kElu:
      return {HWY_DYNAMIC_DISPATCH(RunElu), 1};
    case UnaryFunction::kSoftplus:
      return {HWY_DYNAMIC_DISPATCH(RunSoftplus), 2};
    default:
      return {};
  }
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
