// What the element-wise kernels are made of: a loop for each function and type, found by a table.
#ifndef VOXGRAD_KERNELS_ELEMENTWISE_LOOPS_H_
#define VOXGRAD_KERNELS_ELEMENTWISE_LOOPS_H_

#include <cstdint>
#include <type_traits>

#include "core/type_list.h"
#include "kernels/elementwise/elementwise.h"
#include "kernels/simd/float16.h"

namespace voxgrad::elementwise {

/// One function over `count` elements that lie side by side. The result may be one of the operands.
struct Loop {
  using Run = void (*)(const void* const* in, void* out, int64_t count);
  Run run = nullptr;
  int cost = 1;          // of an element, about nanoseconds
  Run stream = nullptr;  // the same past the caches, where the loop knows how: see kernels/cpu/stream.h
};

/// The loop for elements of that type. The 16-bit floats have none: they are computed as float.
Loop FindUnary(UnaryFunction f, DataType type);
Loop FindBinary(BinaryFunction f, DataType type);
Loop FindTernary(TernaryFunction f, DataType type);

/// Integers as unsigned words that wrap. Not narrower than unsigned: two uint16_t would multiply as int.
template <class T>
using Word = std::conditional_t<(sizeof(T) < sizeof(unsigned)), unsigned, std::make_unsigned_t<T>>;

/// Selu's slope above 0, and its limit far below.
inline constexpr double kSeluScale = 1.0507009873554804934193349852946;
inline constexpr double kSeluScaleAlpha = 1.7580993408473768599402175208123;

/// f over plain T, integers modulo 2^n.
template <class T, class F>
T Modular(T a, T b, F f) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(f(static_cast<Word<T>>(a), static_cast<Word<T>>(b)));
  } else {
    return f(a, b);
  }
}

template <auto F, class R, class... P>
void Apply(R* out, int64_t count, const P*... in) {
  for (int64_t i = 0; i < count; ++i) out[i] = static_cast<R>(F(in[i]...));
}

/// F is a lambda of elements of T; its result is another T, or a boolean.
template <auto F, class T, size_t... kOperand>
void RunLoop(const void* const* in, void* out, int64_t count) {
  constexpr bool kPredicate = std::is_same_v<decltype(F(static_cast<T>(kOperand)...)), bool>;
  using R = std::conditional_t<kPredicate, bool, T>;
  Apply<F>(static_cast<R*>(out), count, static_cast<const T*>(in[kOperand])...);
}

/// The loop of F over operands of that type, which is one of `types`.
template <auto F, size_t... kOperand, class Types>
Loop LoopOf(Types types, DataType type, int cost) {
  return ResultFor<Loop>(types, type, [cost](auto tag) {
    return Loop{.run = RunLoop<F, typename decltype(tag)::type, kOperand...>, .cost = cost};
  });
}

template <auto F, class Types>
Loop UnaryOf(Types types, DataType type, int cost = 1) {
  return LoopOf<F, 0>(types, type, cost);
}

template <auto F, class Types>
Loop BinaryOf(Types types, DataType type, int cost = 1) {
  return LoopOf<F, 0, 1>(types, type, cost);
}

template <auto F, class Types>
Loop TernaryOf(Types types, DataType type, int cost = 1) {
  return LoopOf<F, 0, 1, 2>(types, type, cost);
}

}  // namespace voxgrad::elementwise

#endif  // VOXGRAD_KERNELS_ELEMENTWISE_LOOPS_H_
