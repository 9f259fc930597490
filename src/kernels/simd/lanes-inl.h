// Vectors of numbers to compute with, loaded from and stored to every type. The conversions of
// the 16-bit types are ours: to nearest even, denormals kept, on every instruction set.
// Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_SIMD_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_SIMD_LANES_INL_H_
#undef VOXGRAD_KERNELS_SIMD_LANES_INL_H_
#else
#define VOXGRAD_KERNELS_SIMD_LANES_INL_H_
#endif

#include <hwy/highway.h>

#include <cstring>
#include <type_traits>

#include "voxgrad/float16.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// F16C converts half as we do. Below AVX2 Highway's own conversion truncates.
#define VOXGRAD_F16C (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL)

/// What sums of T are kept in. Integers wrap, whatever is kept above their own bits.
template <class T>
using SumOf = std::conditional_t<std::is_integral_v<T>, std::conditional_t<sizeof(T) == 8, int64_t, int32_t>,
                                 std::conditional_t<std::is_same_v<T, double>, double, float>>;

template <class D>
HWY_INLINE hn::Vec<D> FromBFloat16(D d, hn::Vec<hn::Rebind<uint16_t, D>> bits) {
  const hn::RebindToUnsigned<D> du;
  return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(du, bits)));
}

/// Rounded to BFloat16, which is the upper half of the bits; below it stands anything.
template <class D>
HWY_INLINE hn::Vec<hn::RebindToUnsigned<D>> RoundToBFloat16(D d, hn::Vec<D> value) {
  const hn::RebindToUnsigned<D> du;
  const auto bits = hn::BitCast(du, value);
  const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1));
  const auto rounded = hn::Add(hn::Add(bits, hn::Set(du, 0x7fff)), odd);
  const auto quiet = hn::Or(bits, hn::Set(du, 0x400000));
  const auto is_nan = hn::RebindMask(du, hn::IsNaN(value));
  static_cast<void>(d);
  return hn::IfThenElse(is_nan, quiet, rounded);
}

template <class D>
HWY_INLINE hn::Vec<hn::Rebind<uint16_t, D>> ToBFloat16(D d, hn::Vec<D> value) {
  return hn::TruncateTo(hn::Rebind<uint16_t, D>(), hn::ShiftRight<16>(RoundToBFloat16(d, value)));
}

template <class D>
HWY_INLINE hn::Vec<D> FromHalf(D d, hn::Vec<hn::Rebind<uint16_t, D>> bits) {
#if VOXGRAD_F16C
  return hn::PromoteTo(d, hn::BitCast(hn::Rebind<hwy::float16_t, D>(), bits));
#else
  const hn::RebindToUnsigned<D> du;
  const hn::RebindToSigned<D> di;
  const auto wide = hn::PromoteTo(du, bits);
  const auto sign = hn::ShiftLeft<16>(hn::And(wide, hn::Set(du, 0x8000)));
  const auto magnitude = hn::And(wide, hn::Set(du, 0x7fff));
  const auto rebias = hn::Set(du, 112u << 23);
  const auto normal = hn::Add(hn::ShiftLeft<13>(magnitude), rebias);
  const auto is_special = hn::Gt(hn::BitCast(di, magnitude), hn::Set(di, 0x7bff));
  const auto large = hn::IfThenElse(hn::RebindMask(du, is_special), hn::Add(normal, rebias), normal);
  // A denormal counts in steps of 2^-24.
  const auto steps = hn::Mul(hn::ConvertTo(d, hn::BitCast(di, magnitude)), hn::Set(d, 0x1p-24f));
  const auto is_denormal = hn::RebindMask(du, hn::Lt(hn::BitCast(di, magnitude), hn::Set(di, 0x400)));
  return hn::BitCast(d, hn::Or(sign, hn::IfThenElse(is_denormal, hn::BitCast(du, steps), large)));
#endif
}

template <class D>
HWY_INLINE hn::Vec<hn::Rebind<uint16_t, D>> ToHalf(D d, hn::Vec<D> value) {
  const hn::Rebind<uint16_t, D> du16;
#if VOXGRAD_F16C
  static_cast<void>(d);
  return hn::BitCast(du16, hn::DemoteTo(hn::Rebind<hwy::float16_t, D>(), value));
#else
  const hn::RebindToUnsigned<D> du;
  const hn::RebindToSigned<D> di;
  const auto bits = hn::BitCast(du, value);
  const auto sign = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 0x8000));
  const auto magnitude = hn::And(bits, hn::Set(du, 0x7fffffff));
  const auto below = [&](int32_t limit) HWY_ATTR {
    return hn::RebindMask(du, hn::Lt(hn::BitCast(di, magnitude), hn::Set(di, limit)));
  };
  const auto odd = hn::And(hn::ShiftRight<13>(magnitude), hn::Set(du, 1));
  const auto rounded = hn::Add(hn::Add(magnitude, hn::Set(du, 0xfff)), odd);
  const auto normal = hn::ShiftRight<13>(hn::Sub(rounded, hn::Set(du, 0x38000000)));
  // Floats in [0.5, 1) have steps of 2^-24, those of a denormal half: the addition rounds.
  const auto stepped = hn::BitCast(du, hn::Add(hn::BitCast(d, magnitude), hn::Set(d, 0.5f)));
  const auto denormal = hn::Sub(stepped, hn::BitCast(du, hn::Set(d, 0.5f)));
  const auto nan = hn::Or(hn::And(hn::ShiftRight<13>(magnitude), hn::Set(du, 0x3ff)), hn::Set(du, 0x7e00));
  auto result = hn::IfThenElse(below(0x7f800001), hn::Set(du, 0x7c00), nan);
  result = hn::IfThenElse(below(0x477ff000), normal, result);
  result = hn::IfThenElse(below(0x38800000), denormal, result);
  return hn::TruncateTo(du16, hn::Or(sign, result));
#endif
}

/// What lies in memory for type T.
template <class T>
using StoredAs = std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, uint16_t, T>;

template <class T>
HWY_INLINE const StoredAs<T>* Stored(const T* p) {
  return reinterpret_cast<const StoredAs<T>*>(p);
}
template <class T>
HWY_INLINE StoredAs<T>* Stored(T* p) {
  return reinterpret_cast<StoredAs<T>*>(p);
}

/// A vector as it is stored for type T, as numbers.
template <class T, class D>
HWY_INLINE hn::Vec<D> Widen(D d, hn::Vec<hn::Rebind<StoredAs<T>, D>> stored) {
  if constexpr (std::is_same_v<T, Half>) {
    return FromHalf(d, stored);
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    return FromBFloat16(d, stored);
  } else if constexpr (sizeof(T) < sizeof(hn::TFromD<D>)) {
    return hn::PromoteTo(d, stored);
  } else {
    return hn::BitCast(d, stored);
  }
}

/// Lanes(d) numbers from memory.
template <class D, class T>
HWY_INLINE hn::Vec<D> LoadNumbers(D d, const T* from) {
  return Widen<T>(d, hn::LoadU(hn::Rebind<StoredAs<T>, D>(), Stored(from)));
}

/// Numbers as the vector that is stored for type T.
template <class T, class D>
HWY_INLINE auto Narrow(D d, hn::Vec<D> value) {
  if constexpr (std::is_same_v<T, Half>) {
    return ToHalf(d, value);
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    return ToBFloat16(d, value);
  } else if constexpr (sizeof(T) < sizeof(hn::TFromD<D>)) {
    const hn::Rebind<std::make_unsigned_t<T>, D> narrow;
    return hn::BitCast(hn::Rebind<T, D>(),
                       hn::TruncateTo(narrow, hn::BitCast(hn::RebindToUnsigned<D>(), value)));
  } else {
    return hn::BitCast(hn::Rebind<T, D>(), value);
  }
}

/// Lanes(d) numbers to memory, rounded once.
template <class D, class T>
HWY_INLINE void StoreNumbers(D d, hn::Vec<D> value, T* to) {
  hn::StoreU(Narrow<T>(d, value), hn::Rebind<StoredAs<T>, D>(), Stored(to));
}

/// The same past the caches. `to` is a multiple of the stored vector's size. Less than 16 bytes cannot go
/// there: Highway would write 16, which faults where they are not aligned as such.
template <class D, class T>
HWY_INLINE void StreamNumbers(D d, hn::Vec<D> value, T* to) {
  const hn::Rebind<StoredAs<T>, D> stored;
  if constexpr (hn::MaxLanes(stored) * sizeof(T) < 16) {
    hn::StoreU(Narrow<T>(d, value), stored, Stored(to));
  } else {
    hn::Stream(Narrow<T>(d, value), stored, Stored(to));
  }
}

/// The first `count` lanes from memory, the others 0; nothing is read behind them.
template <class D>
HWY_INLINE hn::Vec<D> LoadFirst(D d, const hn::TFromD<D>* from, size_t count) {
#if HWY_MEM_OPS_MIGHT_FAULT
  hn::TFromD<D> copy[hn::MaxLanes(D())] = {};
  std::memcpy(copy, from, count * sizeof(copy[0]));
  return hn::LoadU(d, copy);
#else
  return hn::MaskedLoad(hn::FirstN(d, count), d, from);
#endif
}

template <class D>
HWY_INLINE void StoreFirst(D d, hn::Vec<D> value, hn::TFromD<D>* to, size_t count) {
#if HWY_MEM_OPS_MIGHT_FAULT
  hn::TFromD<D> copy[hn::MaxLanes(D())];
  hn::StoreU(value, d, copy);
  std::memcpy(to, copy, count * sizeof(copy[0]));
#else
  hn::BlendedStore(value, hn::FirstN(d, count), d, to);
#endif
}

/// The first `count` numbers only.
template <class D, class T>
HWY_INLINE hn::Vec<D> LoadSome(D d, const T* from, size_t count) {
  return Widen<T>(d, LoadFirst(hn::Rebind<StoredAs<T>, D>(), Stored(from), count));
}

template <class D, class T>
HWY_INLINE void StoreSome(D d, hn::Vec<D> value, T* to, size_t count) {
  StoreFirst(hn::Rebind<StoredAs<T>, D>(), Narrow<T>(d, value), Stored(to), count);
}

/// Calls f(std::integral_constant<int, N>()) for the count's own loop, N = 1, 2, 3, or 4 for any other.
template <class F>
HWY_INLINE void WithCount(int64_t count, const F& f) {
  switch (count) {
    case 1:
      return f(std::integral_constant<int, 1>());
    case 2:
      return f(std::integral_constant<int, 2>());
    case 3:
      return f(std::integral_constant<int, 3>());
    default:
      return f(std::integral_constant<int, 4>());
  }
}

/// The sum of load(0), load(1), … load(count - 1). N > 3 stands for any count.
template <int N, class Load>
HWY_INLINE auto SumOfLoads(int64_t count, const Load& load) {
  auto sum = load(0);
  if constexpr (N > 1) sum = hn::Add(sum, load(1));
  if constexpr (N > 2) sum = hn::Add(sum, load(2));
  if constexpr (N > 3) {
    for (int64_t i = 3; i < count; ++i) sum = hn::Add(sum, load(i));
  }
  return sum;
}

#undef VOXGRAD_F16C

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_SIMD_LANES_INL_H_
