// The exponential of floats and what is made of it, by vectors. Included once for each instruction set.
//
// e^x = 2^n · e^r with a whole n and |r| <= ln(2) / 2, where a polynomial of degree 6 is the best of its
// degree, to 3e-9.
#if defined(VOXGRAD_KERNELS_SIMD_EXPONENTIAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_SIMD_EXPONENTIAL_INL_H_
#undef VOXGRAD_KERNELS_SIMD_EXPONENTIAL_INL_H_
#else
#define VOXGRAD_KERNELS_SIMD_EXPONENTIAL_INL_H_
#endif

#include "kernels/simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

// Instructions for y · 2^n, and for the two parts of a number.
#undef VOXGRAD_SCALEF
#define VOXGRAD_SCALEF (HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL)

// ln(2) in two parts. The first has few digits: its multiples are exact.
inline constexpr float kLn2First = 0.693145751953125f, kLn2Second = 1.42860682e-06f;

/// The smaller, or larger, of a bound and x; a NaN goes through, as the processor takes the second of two
/// numbers that it cannot compare.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V AtMost(D d, float bound, V x) {
  return hn::Min(hn::Set(d, bound), x);
}
template <class D, class V = hn::Vec<D>>
HWY_INLINE V AtLeast(D d, float bound, V x) {
  return hn::Max(hn::Set(d, bound), x);
}

/// -|x|.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V NegAbs(D d, V x) {
  return hn::Or(x, hn::SignBit(d));
}

/// The polynomial with these coefficients, the highest first.
template <class D, size_t kCount, class V = hn::Vec<D>>
HWY_INLINE V Polynomial(D d, const float (&coefficients)[kCount], V x) {
  V sum = hn::Set(d, coefficients[0]);
  for (size_t i = 1; i < kCount; ++i) sum = hn::MulAdd(sum, x, hn::Set(d, coefficients[i]));
  return sum;
}

/// 2^n for integers n in [-126, 127].
template <class D, class N = hn::Vec<hn::RebindToSigned<D>>>
HWY_INLINE hn::Vec<D> PowerOfWhole(D d, N n) {
  return hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(n, hn::Set(hn::RebindToSigned<D>(), 127))));
}

/// 2^n for whole n in [-126, 127].
template <class D, class V = hn::Vec<D>>
HWY_INLINE V PowerOf2(D d, V n) {
#if VOXGRAD_SCALEF
  return V{_mm512_scalef_ps(hn::Set(d, 1.0f).raw, n.raw)};
#else
  return PowerOfWhole(d, hn::ConvertTo(hn::RebindToSigned<D>(), n));
#endif
}

/// y · 2^n, rounded once, for whole n in [-252, 254].
template <class D, class V = hn::Vec<D>>
HWY_INLINE V ScaleByPower(D d, V y, V n) {
#if VOXGRAD_SCALEF
  (void)d;
  return V{_mm512_scalef_ps(y.raw, n.raw)};
#else
  // In two steps: 2^n can lie outside the range where the result does not.
  const auto whole = hn::ConvertTo(hn::RebindToSigned<D>(), n);
  const auto half = hn::ShiftRight<1>(whole);
  return hn::Mul(hn::Mul(y, PowerOfWhole(d, half)), PowerOfWhole(d, hn::Sub(whole, half)));
#endif
}

/// x less n · ln(2).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V LessMultiple(D d, V x, V n) {
  const V most = hn::NegMulAdd(n, hn::Set(d, kLn2First), x);
  return hn::NegMulAdd(n, hn::Set(d, kLn2Second), most);
}

/// n with n · ln(2) near x.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V NearestMultiple(D d, V x) {
  return hn::Round(hn::Mul(x, hn::Set(d, 1.44269504f)));
}

/// e^r - 1 for |r| <= ln(2) / 2.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Expm1Near0(D d, V r) {
  constexpr float kRest[] = {1.381453825e-03f, 8.368745446e-03f, 4.166838899e-02f, 1.666652113e-01f,
                             4.999999404e-01f};
  return hn::MulAdd(hn::Mul(r, r), Polynomial(d, kRest, r), r);
}

/// e^x for x in [-150, 100].
template <class D, class V = hn::Vec<D>>
HWY_INLINE V ExpWithin(D d, V x) {
  const V n = NearestMultiple(d, x);
  return ScaleByPower(d, hn::Add(Expm1Near0(d, LessMultiple(d, x, n)), hn::Set(d, 1.0f)), n);
}

/// e^x for x <= 0.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V ExpBelow(D d, V x) {
  return ExpWithin(d, AtLeast(d, -105.0f, x));  // which is 0 already
}

/// e^x - 1 from the parts of x, for n in [-126, 127].
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Expm1Of(D d, V n, V r) {
  const V power = PowerOf2(d, n);
  return hn::MulAdd(Expm1Near0(d, r), power, hn::Sub(power, hn::Set(d, 1.0f)));
}

/// e^x - 1 for x in [-80, 80].
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Expm1Within(D d, V x) {
  const V n = NearestMultiple(d, x);
  return Expm1Of(d, n, LessMultiple(d, x, n));
}

/// e^x - 1 for x in [-80, 0]. The larger n, and with it the error of ln(2), the smaller is e^x beside 1.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Expm1Below(D d, V x) {
  const V n = NearestMultiple(d, x);
  return Expm1Of(d, n, hn::NegMulAdd(n, hn::Set(d, 0.693147181f), x));
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_SIMD_EXPONENTIAL_INL_H_
