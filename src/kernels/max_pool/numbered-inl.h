// Winners with their numbers: the order of cells where they do not compete in it. Included once for each
// instruction set.
#if defined(VOXGRAD_KERNELS_MAX_POOL_NUMBERED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MAX_POOL_NUMBERED_INL_H_
#undef VOXGRAD_KERNELS_MAX_POOL_NUMBERED_INL_H_
#else
#define VOXGRAD_KERNELS_MAX_POOL_NUMBERED_INL_H_
#endif

#include "kernels/max_pool/winners-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// A key, and the number of a cell that has it.
template <class D>
struct Numbered {
  hn::Vec<D> key, number;

  /// Another takes its place if it is higher. Of equals the lower number wins: they do not come in order.
  HWY_INLINE void Challenge(hn::Vec<D> other, hn::Vec<D> others_number) {
    const auto is_first = hn::And(hn::Eq(other, key), hn::Lt(others_number, number));
    number = hn::IfThenElse(hn::Or(hn::Gt(other, key), is_first), others_number, number);
    key = hn::Max(other, key);
  }
};

/// The highest of `count` keys and the number of the first that has it. `bits(i)` loads values as bits;
/// numbers count up from `number` by `step`.
template <class D, class Bits>
HWY_INLINE Numbered<D> BestOfKeys(D d, int64_t count, hn::Vec<D> infinity, hn::Vec<D> number, hn::Vec<D> step,
                                  const Bits& bits) {
  Numbered<D> best{KeysOfBits(d, bits(0), infinity), number};
  for (int64_t i = 1; i < count; ++i) {
    const auto key = KeysOfBits(d, bits(i), infinity);
    number = hn::Add(number, step);
    best.number = hn::IfThenElse(hn::Gt(key, best.key), number, best.number);
    best.key = hn::Max(key, best.key);
  }
  return best;
}

/// The same. Float and double compare as they are, unless there is a NaN: only the winner needs a key.
template <class D, class Bits>
HWY_INLINE Numbered<D> BestOfBits(D d, int64_t count, hn::Vec<D> infinity, hn::Vec<D> number, hn::Vec<D> step,
                                  const Bits& bits) {
  if constexpr (sizeof(hn::TFromD<D>) >= 4) {
    const hn::RebindToFloat<D> df;
    auto next = number, first = number;
    auto top = hn::BitCast(df, bits(0));
    auto nan = hn::IsNaN(top);
    for (int64_t i = 1; i < count; ++i) {
      const auto value = hn::BitCast(df, bits(i));
      next = hn::Add(next, step);
      nan = hn::Or(nan, hn::IsNaN(value));
      first = hn::IfThenElse(hn::RebindMask(d, hn::Gt(value, top)), next, first);
      top = hn::Max(value, top);
    }
    if (HWY_LIKELY(hn::AllFalse(df, nan))) return {KeysOfBits(d, hn::BitCast(d, top), infinity), first};
  }
  return BestOfKeys(d, count, infinity, number, step, bits);
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_MAX_POOL_NUMBERED_INL_H_
