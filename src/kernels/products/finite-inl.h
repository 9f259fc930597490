// Whether a memory of numbers holds no infinity and no NaN: only then may zeros of a padding be multiplied
// along. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_PRODUCTS_FINITE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_PRODUCTS_FINITE_INL_H_
#undef VOXGRAD_KERNELS_PRODUCTS_FINITE_INL_H_
#else
#define VOXGRAD_KERNELS_PRODUCTS_FINITE_INL_H_
#endif

#include <cstring>
#include <limits>

#include "kernels/products/dot.h"
#include "kernels/simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Whether no element's absolute bits reach `infinity`'s.
template <class Bits>
bool AllBelow(const void* elements, int64_t count, Bits infinity) {
  const hn::ScalableTag<Bits> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  // Small types become int, which is why the largest is not spelt ~Bits{0}.
  constexpr Bits kAbsolute = std::numeric_limits<Bits>::max() >> 1;
  const auto mask = hn::Set(d, kAbsolute);
  const auto load = [&](int64_t i) HWY_ATTR {
    const auto* from = reinterpret_cast<const Bits*>(static_cast<const char*>(elements) + i * sizeof(Bits));
    return hn::And(hn::LoadU(d, from), mask);
  };
  auto largest = hn::Zero(d);
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) largest = hn::Max(largest, load(i));
  if (!hn::AllTrue(d, hn::Lt(largest, hn::Set(d, infinity)))) return false;
  for (; i < count; ++i) {
    Bits bits;
    std::memcpy(&bits, static_cast<const char*>(elements) + i * sizeof(Bits), sizeof(Bits));
    if ((bits & kAbsolute) >= infinity) return false;
  }
  return true;
}

/// Whether none is an infinity or NaN: those have the largest exponent.
inline bool AllFinite(const float* numbers, int64_t count) {
  return AllBelow<uint32_t>(numbers, count, 0x7f800000);
}
inline bool AllFinite(const double* numbers, int64_t count) {
  return AllBelow<uint64_t>(numbers, count, 0x7ff0000000000000);
}
inline bool AllFinite(const BFloat16* numbers, int64_t count) {
  return AllBelow<uint16_t>(numbers, count, 0x7f80);
}
inline bool AllFinite(const BFloat16Pair* pairs, int64_t count) {
  return AllBelow<uint16_t>(pairs, 2 * count, 0x7f80);
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_PRODUCTS_FINITE_INL_H_
