// Functions of single elements: one family of kernels for all of them, with broadcasting as in NumPy. What
// the function is, its op says; elementwise_loops.h makes a loop of it.
#ifndef VOXGRAD_KERNELS_ELEMENTWISE_ELEMENTWISE_H_
#define VOXGRAD_KERNELS_ELEMENTWISE_ELEMENTWISE_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/exec.h"
#include "voxgrad/types.h"

namespace voxgrad {
namespace elementwise {

/// One function over `count` elements that lie side by side. The result may be one of the operands.
struct Loop {
  using Run = void (*)(const void* const* in, void* out, int64_t count);
  Run run = nullptr;
  int cost = 1;          // of an element, about nanoseconds
  bool decides = false;  // the results are booleans, whatever the operands are
  Run stream = nullptr;  // the same past the caches, where the loop knows how: see kernels/cpu/stream.h
};

}  // namespace elementwise

using ElementSizes = absl::Span<const int64_t>;

/// An operand with its sizes.
struct Operand {
  const void* data;
  ElementSizes sizes;
};

/// out[i] = f(in[0][i], in[1][i], …) for one to three operands of one type, each stretched to the sizes of
/// the result; `loop` is that of f for the type that `type` is computed in. Where it is not stretched an
/// operand may lie in the memory of the result.
void Elementwise(Exec& exec, const elementwise::Loop& loop, DataType type, ElementSizes sizes,
                 absl::Span<const Operand> in, void* out);

/// out[i] = condition[i] ? t[i] : e[i], each stretched to the sizes of the result. The condition may be a
/// vector that goes along the first axis: give it sizes with ones behind.
void Select(Exec& exec, DataType type, ElementSizes sizes, const void* condition,
            ElementSizes condition_sizes, const void* t, ElementSizes t_sizes, const void* e,
            ElementSizes e_sizes, void* out);

/// out[i] = the sum of in[0][i], in[1][i], …
void AddAll(Exec& exec, DataType type, int64_t count, absl::Span<const void* const> in, void* out);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_ELEMENTWISE_ELEMENTWISE_H_
