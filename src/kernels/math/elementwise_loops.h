// What the element-wise kernels are made of: a loop for each function and type, found by a table.
#ifndef VOXGRAD_KERNELS_MATH_ELEMENTWISE_LOOPS_H_
#define VOXGRAD_KERNELS_MATH_ELEMENTWISE_LOOPS_H_

#include <cstdint>
#include <type_traits>

#include "core/type_list.h"
#include "kernels/math/elementwise.h"
#include "kernels/math/float16.h"

namespace voxgrad::elementwise {

/// One function over `count` elements that lie side by side. The result may be one of the operands.
struct Loop {
  using Run = void (*)(const void* const* in, void* out, int64_t count);
  Run run = nullptr;
  int cost = 1;  // of an element, about nanoseconds
};

/// The loop for elements of that type. The 16-bit floats have none: they are computed as float.
Loop FindUnary(UnaryFunction f, DataType type);
Loop FindBinary(BinaryFunction f, DataType type);

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

template <class F, class T>
void RunUnary(const void* const* in, void* out, int64_t count) {
  const T* x = static_cast<const T*>(in[0]);
  T* z = static_cast<T*>(out);
  for (int64_t i = 0; i < count; ++i) z[i] = F::template Of<T>(x[i]);
}

template <class F, class T>
void RunBinary(const void* const* in, void* out, int64_t count) {
  using R = decltype(F::template Of<T>(T(), T()));
  const T* x = static_cast<const T*>(in[0]);
  const T* y = static_cast<const T*>(in[1]);
  R* z = static_cast<R*>(out);
  for (int64_t i = 0; i < count; ++i) z[i] = F::template Of<T>(x[i], y[i]);
}

template <class F, class Types>
Loop UnaryOf(Types types, DataType type, int cost = 1) {
  Loop loop{nullptr, cost};
  VisitType(types, type, [&](auto tag) { loop.run = RunUnary<F, typename decltype(tag)::type>; });
  return loop;
}

template <class F, class Types>
Loop BinaryOf(Types types, DataType type, int cost = 1) {
  Loop loop{nullptr, cost};
  VisitType(types, type, [&](auto tag) { loop.run = RunBinary<F, typename decltype(tag)::type>; });
  return loop;
}

}  // namespace voxgrad::elementwise

#endif  // VOXGRAD_KERNELS_MATH_ELEMENTWISE_LOOPS_H_
