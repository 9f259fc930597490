// Functions of floats by vectors: ours where exponentials are at their heart, Highway's for the others. Those
// are good to a few steps of the last place within their range; what lies outside, infinities and NaN get
// their own answers here.
#include "kernels/elementwise/functions.h"

#include <cmath>
#include <limits>

#include "kernels/elementwise/shared_functions.h"
#include "kernels/simd/target.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/elementwise/functions.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

#include "kernels/simd/emit-inl.h"
#include "kernels/simd/exponential-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Exp {
  static HWY_INLINE V Of(D d, V x) {
    // The largest float lies below, 0 above these ends.
    return ExpBelow(d, AtMost(d, 90.0f, x));
  }
};

struct Expm1 {
  static HWY_INLINE V Of(D d, V x) {
    const V most = hn::Set(d, 80.0f);
    V y = Expm1Within(d, AtLeast(d, -40.0f, AtMost(d, 80.0f, x)));
    const auto large = hn::Gt(x, most);  // the 1 does not count there
    if (HWY_UNLIKELY(!hn::AllFalse(d, large))) y = hn::IfThenElse(large, Exp::Of(d, x), y);
    return hn::CopySign(y, x);
  }
};

/// `y`, a logarithm, or its answer at the ends of its domain, which begins at `pole`.
HWY_INLINE V LogEnds(D d, V x, float pole, V y) {
  y = hn::IfThenElse(hn::Eq(x, hn::Set(d, kInfinity)), x, y);
  y = hn::IfThenElse(hn::Eq(x, hn::Set(d, pole)), hn::Set(d, -kInfinity), y);
  y = hn::IfThenElse(hn::Lt(x, hn::Set(d, pole)), hn::Set(d, std::numeric_limits<float>::quiet_NaN()), y);
  return hn::IfThenElse(hn::IsNaN(x), x, y);
}

#if VOXGRAD_SCALEF
// x = m · 2^e with m in [0.75, 1.5), by instructions that know denormals, infinity and NaN, and make a NaN of
// what is negative. log(m) = f - f²/2 + f³ times a polynomial of f = m - 1, to 5e-9.
struct Log {
  static HWY_INLINE V Of(D d, V x) {
    constexpr float kRest[] = {-4.507480562e-02f, 1.046302244e-01f, -1.316119283e-01f, 1.447839439e-01f,
                               -1.664731205e-01f, 1.999086142e-01f, -2.500009537e-01f, 3.333345056e-01f};
    const V m{_mm512_getmant_ps(x.raw, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan)};
    const V e = hn::Sub(V{_mm512_getexp_ps(x.raw)}, V{_mm512_getexp_ps(m.raw)});
    const V f = hn::Sub(m, hn::Set(d, 1.0f));
    const V square = hn::Mul(f, f);
    V y = hn::Mul(hn::Mul(square, f), Polynomial(d, kRest, f));
    y = hn::MulAdd(e, hn::Set(d, kLn2Second), y);
    y = hn::Add(hn::NegMulAdd(hn::Set(d, 0.5f), square, y), f);
    return hn::MulAdd(e, hn::Set(d, kLn2First), y);
  }
};
#else
struct Log {
  static HWY_INLINE V Of(D d, V x) { return LogEnds(d, x, 0.0f, hn::Log(d, x)); }
};
#endif

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

// 1 - e^g with a polynomial g of -|x| whose relative error counts as 4e-9 in the result at most.
struct Erf {
  static HWY_INLINE V Of(D d, V x) {
    constexpr float kLess1[] = {-9.256257727e-06f, -1.176412043e-04f, -6.328365998e-04f,
                                -1.667027012e-03f, -1.603956334e-04f, 1.915306412e-02f,
                                1.027778313e-01f,  -6.366193891e-01f, 1.283791661e-01f};
    const V away = AtLeast(d, -4.0f, NegAbs(d, x));  // where 1 is the nearest float
    const V g = hn::MulAdd(away, Polynomial(d, kLess1, away), away);
    return hn::CopySign(Expm1Below(d, g), x);
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
    const V away = AtMost(d, 20.0f, hn::Abs(x));
    const V e = Expm1Below(d, hn::Mul(away, hn::Set(d, -2.0f)));
    const V magnitude = hn::Neg(hn::Div(e, hn::Add(e, hn::Set(d, 2.0f))));
    return hn::CopySign(magnitude, x);
  }
};

struct Sigmoid {
  static HWY_INLINE V Of(D d, V x) {
    const V one = hn::Set(d, 1.0f);
    const V e = ExpBelow(d, NegAbs(d, x));
    const V above = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), e, one);
    const V whole = hn::Add(one, e);
    const V lost = hn::Sub(e, hn::Sub(whole, one));  // of e by that rounding
    const V y = hn::Div(above, whole);
    return hn::NegMulAdd(y, lost, y);
  }
};

/// e^x - 1 where x is below 0; far below it is -1.
HWY_INLINE V NegativeExpm1(D d, V x) {
  return Expm1Below(d, hn::Max(hn::Min(x, hn::Zero(d)), hn::Set(d, -40.0f)));
}

struct Elu {
  static HWY_INLINE V Of(D d, V x) { return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), NegativeExpm1(d, x), x); }
};

struct Selu {
  static HWY_INLINE V Of(D d, V x) {
    const V below =
        hn::Mul(hn::Set(d, static_cast<float>(elementwise::kSeluScaleAlpha)), NegativeExpm1(d, x));
    const V above = hn::Mul(hn::Set(d, static_cast<float>(elementwise::kSeluScale)), x);
    return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), below, above);
  }
};

// max(x, 0) + log(1 + e) with e = e^-|x|; the logarithm is e + e² times a polynomial, to 5e-9.
struct Softplus {
  static HWY_INLINE V Of(D d, V x) {
    constexpr float kRest[] = {-3.318473231e-03f, 2.020458877e-02f,  -5.766445026e-02f,
                               1.068055630e-01f,  -1.535539627e-01f, 1.969540119e-01f,
                               -2.495858818e-01f, 3.333051205e-01f,  -4.999993145e-01f};
    const V e = ExpBelow(d, NegAbs(d, x));
    const V rest = hn::MulAdd(hn::Mul(e, e), Polynomial(d, kRest, e), e);
    return hn::Add(AtLeast(d, 0.0f, x), rest);
  }
};

struct Sqrt {
  static HWY_INLINE V Of(D, V x) { return hn::Sqrt(x); }
};

struct Rsqrt {
  static HWY_INLINE V Of(D d, V x) { return hn::Div(hn::Set(d, 1.0f), hn::Sqrt(x)); }
};

struct Reciprocal {
  static HWY_INLINE V Of(D d, V x) { return hn::Div(hn::Set(d, 1.0f), x); }
};

template <class F, bool kStream>
void RunFloats(const void* const* in, void* out, int64_t count) {
  const D d;
  const float* x = static_cast<const float*>(in[0]);
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  Emit(d, static_cast<float*>(out), count, kStream, [&](int64_t i) HWY_ATTR {
    const bool whole = i + lanes <= count;
    return F::Of(d, whole ? hn::LoadU(d, x + i) : LoadSome(d, x + i, static_cast<size_t>(count - i)));
  });
}

template <class F>
constexpr elementwise::Loop LoopOf(int cost) {
  return {.run = RunFloats<F, false>, .cost = cost, .stream = RunFloats<F, true>};
}

const FloatLoops* Loops() {
  static constexpr FloatLoops loops = {
      .exp = LoopOf<Exp>(1),
      .expm1 = LoopOf<Expm1>(1),
      .log = LoopOf<Log>(1),
      .log1p = LoopOf<Log1p>(2),
      .sin = LoopOf<Sin>(2),
      .cos = LoopOf<Cos>(2),
      .tanh = LoopOf<Tanh>(2),
      .erf = LoopOf<Erf>(2),
      .floor = LoopOf<Floor>(1),
      .ceil = LoopOf<Ceil>(1),
      .round = LoopOf<Round>(1),
      .sigmoid = LoopOf<Sigmoid>(1),
      .elu = LoopOf<Elu>(1),
      .selu = LoopOf<Selu>(1),
      .softplus = LoopOf<Softplus>(2),
      .sqrt = LoopOf<Sqrt>(1),
      .rsqrt = LoopOf<Rsqrt>(1),
      .reciprocal = LoopOf<Reciprocal>(1),
  };
  return &loops;
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(Loops);

elementwise::Loop FindLoop(FloatLoop loop, DataType type) {
  if (type != DT_FLOAT || !WhyOff().empty()) return {};
  return HWY_DYNAMIC_DISPATCH(Loops)()->*loop;
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
