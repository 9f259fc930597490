// The exponential of floats and what is made of it, by vectors. Included once for each instruction set.
//
// e^x = 2^n · e^r with a whole n and |r| <= ln(2) / 2, where a polynomial of degree 6 is the best of its
// degree, to 3e-9.
#if defined(VOXGRAD_KERNELS_CPU_EXPONENTIAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_EXPONENTIAL_INL_H_
#undef VOXGRAD_KERNELS_CPU_EXPONENTIAL_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_EXPONENTIAL_INL_H_
#endif

#include "kernels/cpu/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// `result`, or NaN where x is.
template <class V>
HWY_INLINE V KeepNan(V x, V result) {
  return hn::IfThenElse(hn::IsNaN(x), x, result);
}

/// The polynomial with these coefficients, the highest first.
template <class D, size_t kCount, class V = hn::Vec<D>>
HWY_INLINE V Polynomial(D d, const float (&coefficients)[kCount], V x) {
  V sum = hn::Set(d, coefficients[0]);
  for (size_t i = 1; i < kCount; ++i) sum = hn::MulAdd(sum, x, hn::Set(d, coefficients[i]));
  return sum;
}

/// y · 2^n, rounded once, for whole n in [-252, 254].
template <class D, class V = hn::Vec<D>>
HWY_INLINE V ScaleByPower(D d, V y, V n) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  (void)d;
  return V{_mm512_scalef_ps(y.raw, n.raw)};
#else
  // In two steps: 2^n can lie outside the range where the result does not.
  const hn::RebindToSigned<D> whole;
  const auto power = [&](auto exponent) HWY_ATTR {
    return hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(exponent, hn::Set(whole, 127))));
  };
  const auto all = hn::ConvertTo(whole, n);
  const auto half = hn::ShiftRight<1>(all);
  return hn::Mul(hn::Mul(y, power(half)), power(hn::Sub(all, half)));
#endif
}

/// x = n · ln(2) + r, and e^r - 1.
template <class D>
struct SplitExponential {
  using V = hn::Vec<D>;
  HWY_INLINE SplitExponential(D d, V x) {
    constexpr float kRest[] = {1.381453825e-03f, 8.368745446e-03f, 4.166838899e-02f, 1.666652113e-01f,
                               4.999999404e-01f};
    n = hn::Round(hn::Mul(x, hn::Set(d, 1.44269504f)));
    // The first part of ln(2) has few digits: its multiples are exact.
    V r = hn::NegMulAdd(n, hn::Set(d, 0.693145751953125f), x);
    r = hn::NegMulAdd(n, hn::Set(d, 1.42860682e-06f), r);
    less_1 = hn::MulAdd(hn::Mul(r, r), Polynomial(d, kRest, r), r);
  }
  V n, less_1;
};

/// e^x for x in [-150, 100].
template <class D, class V = hn::Vec<D>>
HWY_INLINE V ExpWithin(D d, V x) {
  const SplitExponential<D> e(d, x);
  return ScaleByPower(d, hn::Add(e.less_1, hn::Set(d, 1.0f)), e.n);
}

/// e^x for x <= 0.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V ExpBelow(D d, V x) {
  return ExpWithin(d, hn::Max(x, hn::Set(d, -105.0f)));  // which is 0 already
}

/// e^x - 1 for x in [-150, 88].
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Expm1Within(D d, V x) {
  const SplitExponential<D> e(d, x);
  const V one = hn::Set(d, 1.0f);
  return hn::Add(ScaleByPower(d, e.less_1, e.n), hn::Sub(ScaleByPower(d, one, e.n), one));
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_EXPONENTIAL_INL_H_
