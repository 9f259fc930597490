// The two 16-bit floating-point types: storage and exact conversions, no arithmetic.
#ifndef VOXGRAD_FLOAT16_H_
#define VOXGRAD_FLOAT16_H_

#include <cstdint>
#include <cstring>

namespace voxgrad {
namespace float16_internal {

template <class To, class From>
inline To Bits(From from) {
  static_assert(sizeof(To) == sizeof(From), "a bit cast keeps the size");
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

/// A float that rounds to any 16-bit type as the double itself would. A plain (float)value rounds once
/// already, and rounding twice can end on the wrong neighbour; so what the first step cut off is kept as
/// an odd last bit ("round to odd"), which no 16-bit tie can look like.
inline float RoundToOdd(double value) {
  float nearest = static_cast<float>(value);
  const double back = nearest;
  if (back == value || value != value || back - back != 0) return nearest;
  uint32_t bits = Bits<uint32_t>(nearest);
  if (bits & 1) return nearest;
  // `nearest` is even and not exact: its neighbour on the other side of `value` is the odd one.
  const bool magnitude_was_raised = (back > 0 || (back == 0 && value > 0)) ? back > value : back < value;
  bits += magnitude_was_raised ? -1 : 1;
  return Bits<float>(bits);
}

}  // namespace float16_internal

/// IEEE binary16. Rounds to nearest even, keeps denormals, infinities and NaN.
struct Half {
  uint16_t bits = 0;

  Half() = default;
  explicit Half(float value) : bits(FromFloat(value)) {}
  explicit Half(double value) : bits(FromFloat(float16_internal::RoundToOdd(value))) {}
  explicit Half(int value) : Half(static_cast<double>(value)) {}
  explicit operator float() const { return ToFloat(bits); }
  explicit operator double() const { return ToFloat(bits); }

  static uint16_t FromFloat(float value) {
    const uint32_t f = float16_internal::Bits<uint32_t>(value);
    const uint16_t sign = static_cast<uint16_t>((f >> 16) & 0x8000u);
    const uint32_t magnitude = f & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return static_cast<uint16_t>(sign | 0x7e00u | ((magnitude >> 13) & 0x3ffu));
    if (magnitude >= 0x477ff000u) return static_cast<uint16_t>(sign | 0x7c00u);  // rounds past 65504
    if (magnitude < 0x38800000u) {  // below 2^-14: a denormal counts in steps of 2^-24
      if (magnitude < 0x33000000u) return sign;
      const int shift = 126 - static_cast<int>(magnitude >> 23);
      const uint32_t fraction = (magnitude & 0x7fffffu) | 0x800000u;
      const uint32_t half_step = 1u << (shift - 1);
      const uint32_t rounded = fraction + half_step - 1 + ((fraction >> shift) & 1u);
      return static_cast<uint16_t>(sign | (rounded >> shift));
    }
    const uint32_t rounded = magnitude + 0xfffu + ((magnitude >> 13) & 1u);
    return static_cast<uint16_t>(sign | ((rounded - 0x38000000u) >> 13));
  }

  static float ToFloat(uint16_t h) {
    const uint32_t sign = static_cast<uint32_t>(h & 0x8000u) << 16;
    const uint32_t exponent = (h >> 10) & 0x1fu;
    const uint32_t fraction = h & 0x3ffu;
    if (exponent == 0x1f) return float16_internal::Bits<float>(sign | 0x7f800000u | (fraction << 13));
    if (exponent != 0)
      return float16_internal::Bits<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
    const float value = static_cast<float>(fraction) * 0x1p-24f;  // exact: at most 10 bits
    return sign ? -value : value;
  }
};

/// The upper half of a float. Rounds to nearest even, keeps denormals, infinities and NaN.
struct BFloat16 {
  uint16_t bits = 0;

  BFloat16() = default;
  explicit BFloat16(float value) : bits(FromFloat(value)) {}
  explicit BFloat16(double value) : bits(FromFloat(float16_internal::RoundToOdd(value))) {}
  explicit BFloat16(int value) : BFloat16(static_cast<double>(value)) {}
  explicit operator float() const { return ToFloat(bits); }
  explicit operator double() const { return ToFloat(bits); }

  static uint16_t FromFloat(float value) {
    const uint32_t f = float16_internal::Bits<uint32_t>(value);
    if ((f & 0x7fffffffu) > 0x7f800000u) return static_cast<uint16_t>((f | 0x400000u) >> 16);
    return static_cast<uint16_t>((f + 0x7fffu + ((f >> 16) & 1u)) >> 16);
  }

  static float ToFloat(uint16_t b) { return float16_internal::Bits<float>(static_cast<uint32_t>(b) << 16); }
};

inline bool operator==(Half a, Half b) { return static_cast<float>(a) == static_cast<float>(b); }
inline bool operator!=(Half a, Half b) { return !(a == b); }
inline bool operator>(Half a, Half b) { return static_cast<float>(a) > static_cast<float>(b); }
inline bool operator<(Half a, Half b) { return b > a; }
inline bool operator==(BFloat16 a, BFloat16 b) { return static_cast<float>(a) == static_cast<float>(b); }
inline bool operator!=(BFloat16 a, BFloat16 b) { return !(a == b); }
inline bool operator>(BFloat16 a, BFloat16 b) { return static_cast<float>(a) > static_cast<float>(b); }
inline bool operator<(BFloat16 a, BFloat16 b) { return b > a; }

}  // namespace voxgrad

#endif  // VOXGRAD_FLOAT16_H_
