// The arithmetic of the reference loops: floats in double, integers modulo 2^n.
#ifndef VOXGRAD_KERNELS_ARITHMETIC_H_
#define VOXGRAD_KERNELS_ARITHMETIC_H_

#include <cstdint>
#include <type_traits>

namespace voxgrad::reference {

/// What sums and products of T are computed in. Unsigned integers wrap without undefined behaviour.
template <class T>
using Wide = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;

template <class T>
Wide<T> Widen(T value) {
  return static_cast<Wide<T>>(value);
}

/// Rounds a wide value to T, once.
template <class T>
T Narrow(Wide<T> value) {
  return static_cast<T>(value);
}

template <class T>
bool IsNan(T value) {
  return value != value;
}

}  // namespace voxgrad::reference

#endif  // VOXGRAD_KERNELS_ARITHMETIC_H_
