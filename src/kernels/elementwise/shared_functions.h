// Functions of elements that several ops and kernels share. What one op alone computes stands in its file.
#ifndef VOXGRAD_KERNELS_ELEMENTWISE_SHARED_FUNCTIONS_H_
#define VOXGRAD_KERNELS_ELEMENTWISE_SHARED_FUNCTIONS_H_

#include <cmath>
#include <type_traits>

namespace voxgrad::elementwise {

/// Integers as unsigned words that wrap. Not narrower than unsigned: two uint16_t would multiply as int.
template <class T>
using Word = std::conditional_t<(sizeof(T) < sizeof(unsigned)), unsigned, std::make_unsigned_t<T>>;

/// f over plain T, integers modulo 2^n.
template <class T, class F>
T Modular(T a, T b, F f) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(f(static_cast<Word<T>>(a), static_cast<Word<T>>(b)));
  } else {
    return f(a, b);
  }
}

inline constexpr auto kAdd = [](auto x, auto y) {
  return Modular(x, y, [](auto a, auto b) { return a + b; });
};
inline constexpr auto kSub = [](auto x, auto y) {
  return Modular(x, y, [](auto a, auto b) { return a - b; });
};
inline constexpr auto kMul = [](auto x, auto y) {
  return Modular(x, y, [](auto a, auto b) { return a * b; });
};
inline constexpr auto kNeg = [](auto x) {
  using T = decltype(x);
  if constexpr (std::is_integral_v<T>) {
    return kSub(T(0), x);
  } else {
    return -x;
  }
};

/// The least integer divided by -1 has no place in its type; the hardware would stop the process.
template <class T>
bool IsMinusOne(T y) {
  return std::is_signed_v<T> && y == static_cast<T>(-1);
}

/// Of integers: towards zero; the divisor is not 0.
inline constexpr auto kDiv = [](auto x, auto y) {
  using T = decltype(x);
  if constexpr (std::is_integral_v<T>) {
    if (IsMinusOne(y)) return kNeg(x);
  }
  return static_cast<T>(x / y);
};

/// The remainder of kDiv.
inline constexpr auto kMod = [](auto x, auto y) {
  using T = decltype(x);
  if constexpr (std::is_integral_v<T>) {
    return IsMinusOne(y) ? T(0) : static_cast<T>(x % y);
  } else {
    return std::fmod(x, y);
  }
};

inline constexpr auto kExp = [](auto x) { return std::exp(x); };
inline constexpr auto kReciprocal = [](auto x) { return 1 / x; };
inline constexpr auto kReciprocalGrad = [](auto y, auto dy) { return -dy * y * y; };

// A NaN is not below 0 and goes through.
inline constexpr auto kRelu = [](auto x) {
  using T = decltype(x);
  return x < T(0) ? T(0) : x;
};

inline constexpr auto kOr = [](auto x, auto y) { return x || y; };

/// Selu's slope above 0, and its limit far below.
inline constexpr double kSeluScale = 1.0507009873554804934193349852946;
inline constexpr double kSeluScaleAlpha = 1.7580993408473768599402175208123;

}  // namespace voxgrad::elementwise

#endif  // VOXGRAD_KERNELS_ELEMENTWISE_SHARED_FUNCTIONS_H_
