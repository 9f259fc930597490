// Short runs of numbers, read and written by vectors that may lie over each other. Included once for each
// instruction set.
#if defined(VOXGRAD_KERNELS_CPU_RUNS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_RUNS_INL_H_
#undef VOXGRAD_KERNELS_CPU_RUNS_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_RUNS_INL_H_
#endif

#include "kernels/cpu/emit-inl.h"
#include "kernels/cpu/winners-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// A signed integer of the size of T, a floating-point type.
template <class T>
using KeyBits = std::conditional_t<sizeof(T) == 2, int16_t, KeyOf<T>>;

/// Its infinity: what lies above it is a NaN.
template <class T>
inline constexpr KeyBits<T> kInfinityBits = std::is_same_v<T, Half>       ? KeyBits<T>(0x7c00)
                                            : std::is_same_v<T, BFloat16> ? KeyBits<T>(0x7f80)
                                            : sizeof(T) == 4 ? KeyBits<T>(0x7f800000)
                                                             : static_cast<KeyBits<T>>(0x7ff0000000000000);

/// to[j] = convert(stored vector)'s lanes. Less than a vector is filled up with `fill`; of more, the last
/// lies over the one before.
template <class D, class S, class Convert>
HWY_INLINE void ConvertRun(D d, const S* from, int64_t count, hn::TFromD<D>* HWY_RESTRICT to,
                           hn::TFromD<D> fill, const Convert& convert) {
  const hn::Rebind<S, D> stored;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto some = static_cast<size_t>(count);
  if (count < lanes) {
    const auto numbers = convert(LoadFirst(stored, from, some));
    return hn::StoreU(hn::IfThenElse(hn::FirstN(d, some), numbers, hn::Set(d, fill)), d, to);
  }
  int64_t j = 0;
  for (; j + lanes <= count; j += lanes) hn::StoreU(convert(hn::LoadU(stored, from + j)), d, to + j);
  if (j == count) return;
  hn::StoreU(convert(hn::LoadU(stored, from + count - lanes)), d, to + count - lanes);
}

/// The keys of values, filled up with the lowest.
template <class T>
HWY_INLINE void KeysOfRun(const T* from, int64_t count, KeyBits<T>* to) {
  const hn::ScalableTag<KeyBits<T>> d;
  const auto infinity = hn::Set(d, kInfinityBits<T>);
  ConvertRun(d, reinterpret_cast<const KeyBits<T>*>(from), count, to, std::numeric_limits<KeyBits<T>>::min(),
             [&](auto bits) HWY_ATTR { return KeysOfBits(d, bits, infinity); });
}

/// Numbers as sums of them are kept, filled up with 0.
template <class T>
HWY_INLINE void NumbersOfRun(const T* from, int64_t count, SumOf<T>* to) {
  const hn::ScalableTag<SumOf<T>> d;
  ConvertRun(d, Stored(from), count, to, SumOf<T>(0),
             [&](auto stored) HWY_ATTR { return Widen<T>(d, stored); });
}

/// Some results, past the caches if asked to.
template <class Bits>
HWY_INLINE void WriteRun(const Bits* from, int64_t count, Bits* to, bool stream) {
  const hn::CappedTag<Bits, 32 / sizeof(Bits)> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto value = [&](int64_t j) HWY_ATTR { return hn::LoadU(d, from + j); };
  if (stream || count < lanes)
    return Emit(hn::ScalableTag<Bits>(), to, count, stream,
                [&](int64_t j) HWY_ATTR { return hn::LoadU(hn::ScalableTag<Bits>(), from + j); });
  int64_t j = 0;
  for (; j + lanes <= count; j += lanes) hn::StoreU(value(j), d, to + j);
  if (j < count) hn::StoreU(value(count - lanes), d, to + count - lanes);
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_RUNS_INL_H_
