// Short runs of numbers, read and written by vectors that may lie over each other. Included once for each
// instruction set.
#if defined(VOXGRAD_KERNELS_MAX_POOL_RUNS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MAX_POOL_RUNS_INL_H_
#undef VOXGRAD_KERNELS_MAX_POOL_RUNS_INL_H_
#else
#define VOXGRAD_KERNELS_MAX_POOL_RUNS_INL_H_
#endif

#include "kernels/max_pool/winners-inl.h"
#include "kernels/simd/emit-inl.h"

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

/// The keys of every second value, and those of the others; each filled up with the lowest.
template <class T>
HWY_INLINE void KeysOfPairs(const T* values, int64_t count, KeyBits<T>* HWY_RESTRICT first,
                            KeyBits<T>* HWY_RESTRICT second) {
  using L = KeyBits<T>;
  const hn::ScalableTag<L> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto infinity = hn::Set(d, kInfinityBits<T>), lowest = hn::Set(d, std::numeric_limits<L>::min());
  const auto* from = reinterpret_cast<const L*>(values);
  const auto split = [&](hn::Vec<decltype(d)> low, hn::Vec<decltype(d)> high, L* even, L* odd) HWY_ATTR {
    hn::StoreU(hn::ConcatEven(d, high, low), d, even);
    hn::StoreU(hn::ConcatOdd(d, high, low), d, odd);
  };
  const auto keys = [&](int64_t j) HWY_ATTR { return KeysOfBits(d, hn::LoadU(d, from + j), infinity); };
  if (count < 2 * lanes) {
    const auto some = [&](int64_t j) HWY_ATTR {
      const auto left = static_cast<size_t>(std::clamp<int64_t>(count - j, 0, lanes));
      return hn::IfThenElse(hn::FirstN(d, left), KeysOfBits(d, LoadFirst(d, from + j, left), infinity),
                            lowest);
    };
    return split(some(0), count > lanes ? some(lanes) : lowest, first, second);
  }
  int64_t j = 0;
  for (; j + 2 * lanes <= count; j += 2 * lanes)
    split(keys(j), keys(j + lanes), first + j / 2, second + j / 2);
  if (j == count) return;
  // The last vectors lie over those before.
  j = count - 2 * lanes;
  j % 2 == 0 ? split(keys(j), keys(j + lanes), first + j / 2, second + j / 2)
             : split(keys(j), keys(j + lanes), second + j / 2, first + j / 2 + 1);
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

#endif  // VOXGRAD_KERNELS_MAX_POOL_RUNS_INL_H_
