// Highway's functions are good to a few steps of the last place within their range. What lies outside,
// infinities and NaN get their own answers here.
#include "kernels/cpu/functions.h"

#include <cmath>
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

struct Expm1 {
  static HWY_INLINE V Of(D d, V x) {
    const V most = hn::Set(d, 80.0f);  // above it Highway's scaling overflows, and the 1 does not count
    V y = hn::Expm1(d, hn::Min(x, most));
    const auto large = hn::Gt(x, most);
    if (HWY_UNLIKELY(!hn::AllFalse(d, large))) y = hn::IfThenElse(large, Exp::Of(d, x), y);
    return KeepNan(x, y);
  }
};

/// `y`, a logarithm, or its answer at the ends of its domain, which begins at `pole`.
HWY_INLINE V LogEnds(D d, V x, float pole, V y) {
  y = hn::IfThenElse(hn::Eq(x, hn::Set(d, kInfinity)), x, y);
  y = hn::IfThenElse(hn::Eq(x, hn::Set(d, pole)), hn::Set(d, -kInfinity), y);
  y = hn::IfThenElse(hn::Lt(x, hn::Set(d, pole)), hn::Set(d, std::numeric_limits<float>::quiet_NaN()), y);
  return KeepNan(x, y);
}

struct Log {
  static HWY_INLINE V Of(D d, V x) { return LogEnds(d, x, 0.0f, hn::Log(d, x)); }
};

struct Log1p {
  static HWY_INLINE V Of(D d, V x) { return LogEnds(d, x, -1.0f, hn::Log1p(d, x)); }
};

/// `y`, or the C library's answer where x is beyond the range in which Highway knows π well enough.
template <class F>
HWY_INLINE V FarAway(D d, V x, V y, const F& exact) {
  const V most = hn::Set(d, 39000.0f);
  if (HWY_LIKELY(hn::AllTrue(d, hn::Le(hn::Abs(x), most)))) return y;
  HWY_ALIGN float in[hn::MaxLanes(d)];
  HWY_ALIGN float out[hn::MaxLanes(d)];
  hn::Store(x, d, in);
  hn::Store(y, d, out);
  for (size_t i = 0; i < hn::Lanes(d); ++i) {
    if (!(std::abs(in[i]) <= 39000.0f)) out[i] = exact(in[i]);
  }
  return hn::Load(d, out);
}

/// Within [-1, 1]; the last rounding may lead beyond.
HWY_INLINE V Within1(D d, V y) { return hn::Min(hn::Max(y, hn::Set(d, -1.0f)), hn::Set(d, 1.0f)); }

struct Sin {
  static HWY_INLINE V Of(D d, V x) {
    return FarAway(d, x, Within1(d, hn::Sin(d, x)), [](float far) { return std::sin(far); });
  }
};

struct Cos {
  static HWY_INLINE V Of(D d, V x) {
    return FarAway(d, x, Within1(d, hn::Cos(d, x)), [](float far) { return std::cos(far); });
  }
};

/// The polynomial with these coefficients, the highest first.
template <size_t kCount>
HWY_INLINE V Polynomial(D d, const float (&coefficients)[kCount], V x) {
  V sum = hn::Set(d, coefficients[0]);
  for (size_t i = 1; i < kCount; ++i) sum = hn::MulAdd(sum, x, hn::Set(d, coefficients[i]));
  return sum;
}

// Up to 1 a polynomial times x, beyond it the exponential of one; both are the best of their degree, to 2e-9.
struct Erf {
  static HWY_INLINE V Of(D d, V x) {
    constexpr float kNear[] = {7.889122207e-05f, -8.020842215e-04f, 5.189535208e-03f, -2.685444430e-02f,
                               1.128360033e-01f, -3.761262596e-01f, 1.283791671e-01f};
    constexpr float kFar[] = {1.855743176e-04f,  -2.939610276e-03f, 2.180532925e-02f, -1.030373946e-01f,
                              -6.382256746e-01f, -1.127040029e+00f, -3.537158191e-04f};
    const V one = hn::Set(d, 1.0f);
    const V near = hn::MulAdd(x, Polynomial(d, kNear, hn::Mul(x, x)), x);
    const V away = hn::Min(hn::Abs(x), hn::Set(d, 4.0f));  // where 1 is the nearest float
    const V rest = hn::Exp(d, Polynomial(d, kFar, away));
    const V far = hn::CopySign(hn::Sub(one, rest), x);
    return KeepNan(x, hn::IfThenElse(hn::Lt(hn::Abs(x), one), near, far));
  }
};

struct Floor {
  static HWY_INLINE V Of(D, V x) { return hn::Floor(x); }
};

struct Ceil {
  static HWY_INLINE V Of(D, V x) { return hn::Ceil(x); }
};

struct Round {
  static HWY_INLINE V Of(D, V x) { return hn::Round(x); }
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

/// e^x - 1 where x is below 0.
HWY_INLINE V Expm1Below(D d, V x) {
  return hn::Expm1(d, hn::Max(hn::Min(x, hn::Zero(d)), hn::Set(d, -80.0f)));
}

struct Elu {
  static HWY_INLINE V Of(D d, V x) { return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), Expm1Below(d, x), x); }
};

struct Selu {
  static HWY_INLINE V Of(D d, V x) {
    const V below = hn::Mul(hn::Set(d, static_cast<float>(elementwise::kSeluScaleAlpha)), Expm1Below(d, x));
    const V above = hn::Mul(hn::Set(d, static_cast<float>(elementwise::kSeluScale)), x);
    return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), below, above);
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
void RunExpm1(const void* const* in, void* out, int64_t count) { RunFloats<Expm1>(in, out, count); }
void RunLog(const void* const* in, void* out, int64_t count) { RunFloats<Log>(in, out, count); }
void RunLog1p(const void* const* in, void* out, int64_t count) { RunFloats<Log1p>(in, out, count); }
void RunSin(const void* const* in, void* out, int64_t count) { RunFloats<Sin>(in, out, count); }
void RunCos(const void* const* in, void* out, int64_t count) { RunFloats<Cos>(in, out, count); }
void RunTanh(const void* const* in, void* out, int64_t count) { RunFloats<Tanh>(in, out, count); }
void RunErf(const void* const* in, void* out, int64_t count) { RunFloats<Erf>(in, out, count); }
void RunFloor(const void* const* in, void* out, int64_t count) { RunFloats<Floor>(in, out, count); }
void RunCeil(const void* const* in, void* out, int64_t count) { RunFloats<Ceil>(in, out, count); }
void RunRound(const void* const* in, void* out, int64_t count) { RunFloats<Round>(in, out, count); }
void RunSigmoid(const void* const* in, void* out, int64_t count) { RunFloats<Sigmoid>(in, out, count); }
void RunElu(const void* const* in, void* out, int64_t count) { RunFloats<Elu>(in, out, count); }
void RunSelu(const void* const* in, void* out, int64_t count) { RunFloats<Selu>(in, out, count); }
void RunSoftplus(const void* const* in, void* out, int64_t count) { RunFloats<Softplus>(in, out, count); }

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunExp);
HWY_EXPORT(RunExpm1);
HWY_EXPORT(RunLog);
HWY_EXPORT(RunLog1p);
HWY_EXPORT(RunSin);
HWY_EXPORT(RunCos);
HWY_EXPORT(RunTanh);
HWY_EXPORT(RunErf);
HWY_EXPORT(RunFloor);
HWY_EXPORT(RunCeil);
HWY_EXPORT(RunRound);
HWY_EXPORT(RunSigmoid);
HWY_EXPORT(RunElu);
HWY_EXPORT(RunSelu);
HWY_EXPORT(RunSoftplus);

elementwise::Loop FindUnary(UnaryFunction f, DataType type) {
  if (type != DT_FLOAT || !WhyOff().empty()) return {};
  switch (f) {
    case UnaryFunction::kExp:
      return {HWY_DYNAMIC_DISPATCH(RunExp), 1};
    case UnaryFunction::kExpm1:
      return {HWY_DYNAMIC_DISPATCH(RunExpm1), 1};
    case UnaryFunction::kLog:
      return {HWY_DYNAMIC_DISPATCH(RunLog), 1};
    case UnaryFunction::kLog1p:
      return {HWY_DYNAMIC_DISPATCH(RunLog1p), 2};
    case UnaryFunction::kSin:
      return {HWY_DYNAMIC_DISPATCH(RunSin), 2};
    case UnaryFunction::kCos:
      return {HWY_DYNAMIC_DISPATCH(RunCos), 2};
    case UnaryFunction::kTanh:
      return {HWY_DYNAMIC_DISPATCH(RunTanh), 2};
    case UnaryFunction::kErf:
      return {HWY_DYNAMIC_DISPATCH(RunErf), 2};
    case UnaryFunction::kFloor:
      return {HWY_DYNAMIC_DISPATCH(RunFloor), 1};
    case UnaryFunction::kCeil:
      return {HWY_DYNAMIC_DISPATCH(RunCeil), 1};
    case UnaryFunction::kRound:
      return {HWY_DYNAMIC_DISPATCH(RunRound), 1};
    case UnaryFunction::kSigmoid:
      return {HWY_DYNAMIC_DISPATCH(RunSigmoid), 1};
    case UnaryFunction::kElu:
      return {HWY_DYNAMIC_DISPATCH(RunElu), 1};
    case UnaryFunction::kSelu:
      return {HWY_DYNAMIC_DISPATCH(RunSelu), 1};
    case UnaryFunction::kSoftplus:
      return {HWY_DYNAMIC_DISPATCH(RunSoftplus), 2};
    default:
      return {};
  }
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
