// Makes loops of functions of elements: of each function, one for every type that is computed in.
//
// A function is a lambda of values of one type whose result is another such value or a boolean, as
// `[](auto x, auto y) { return x < y; }`. Whoever includes this compiles the loops of the functions named
// there, with the flags of that file.
#ifndef VOXGRAD_KERNELS_ELEMENTWISE_LOOPS_H_
#define VOXGRAD_KERNELS_ELEMENTWISE_LOOPS_H_

#include <cstdint>
#include <type_traits>

#include "core/type_list.h"
#include "kernels/elementwise/elementwise.h"
#include "kernels/elementwise/functions.h"
#include "kernels/simd/float16.h"

namespace voxgrad::elementwise {

template <auto F, class R, class... P>
void Apply(R* out, int64_t count, const P*... in) {
  for (int64_t i = 0; i < count; ++i) out[i] = static_cast<R>(F(in[i]...));
}

/// F is a lambda of elements of T; its result is another T, or a boolean.
template <auto F, class T, size_t... kOperand>
constexpr bool kDecides = std::is_same_v<decltype(F(static_cast<T>(kOperand)...)), bool>;

template <auto F, class T, size_t... kOperand>
void RunLoop(const void* const* in, void* out, int64_t count) {
  using R = std::conditional_t<kDecides<F, T, kOperand...>, bool, T>;
  Apply<F>(static_cast<R*>(out), count, static_cast<const T*>(in[kOperand])...);
}

/// The loop of F over operands of that type, which is one of `Types`; without `run` where it is none of them.
template <auto F, class Types, size_t... kOperand>
Loop LoopOf(DataType type, int cost) {
  return ResultFor<Loop>(Types(), type, [cost](auto tag) {
    using T = typename decltype(tag)::type;
    return Loop{.run = RunLoop<F, T, kOperand...>, .cost = cost, .decides = kDecides<F, T, kOperand...>};
  });
}

/// Of one element; by vectors of floats where there is such a loop.
template <auto F, class Types, FloatLoop fast = nullptr>
Loop UnaryOf(DataType type, int cost = 1) {
  if constexpr (fast != nullptr) {
    if (const Loop loop = cpu::FindLoop(fast, type); loop.run != nullptr) return loop;
  }
  return LoopOf<F, Types, 0>(type, cost);
}

template <auto F, class Types>
Loop BinaryOf(DataType type, int cost = 1) {
  return LoopOf<F, Types, 0, 1>(type, cost);
}

template <auto F, class Types>
Loop TernaryOf(DataType type, int cost = 1) {
  return LoopOf<F, Types, 0, 1, 2>(type, cost);
}

}  // namespace voxgrad::elementwise

#endif  // VOXGRAD_KERNELS_ELEMENTWISE_LOOPS_H_
