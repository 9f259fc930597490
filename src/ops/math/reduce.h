// What reductions share: which axes they are over, the shape that is left, and the way back.
#ifndef VOXGRAD_OPS_MATH_REDUCE_H_
#define VOXGRAD_OPS_MATH_REDUCE_H_

#include "kernels/sums/reduce.h"
#include "ops/table/context.h"
#include "ops/table/gradient.h"

namespace voxgrad::rules {

inline constexpr char kReductionAxesDoc[] =
    "The dimensions to reduce. Must be in the range `[-rank(input), rank(input))`, each once.";
inline constexpr char kKeepDimsDoc[] = "If true, retain reduced dimensions with length 1.";

/// Names the inputs, the output and `keep_dims`; what is said of them is the same for all.
OpBuilder& ReductionArguments(OpBuilder& op, Domain domain = Domain::kAny);
/// The type attributes of a reduction of numbers, and of one that orders them.
OpBuilder& ReductionTypes(OpBuilder& op, bool ordered = false);

absl::Status InferReduction(Infer& c);
void RunReduction(Run& c, Reduction reduction);

/// The rest of the definition of a reduction of booleans.
template <Reduction reduction>
OpBuilder& BooleanReduction(OpBuilder& op) {
  return op.input("input", DT_BOOL, "The tensor to reduce.")
      .input("reduction_indices", "Tidx", kReductionAxesDoc)
      .on_host()
      .cpp_arg("axis")
      .output("output", DT_BOOL, "The reduced tensor.")
      .attr("keep_dims", AttrKind::kBool, kKeepDimsDoc, false)
      .type("Tidx", {DT_INT32, DT_INT64}, DT_INT32)
      .no_gradient()
      .infer(InferReduction)
      .run([](Run& c) { RunReduction(c, reduction); });
}

/// The sizes of the input with 1 in place of those that were reduced, as a vector.
Grad::Value KeptSizes(Grad& g);

/// A value of the output's shape, repeated along the axes that were reduced.
Grad::Value StretchToInput(Grad& g, Grad::Value value);

/// How many elements each result was made of, as a number of the input's type.
Grad::Value ReducedCount(Grad& g);

/// The gradient of Prod: the product of the other elements, also where one of them is 0.
absl::Status GradientOfProduct(Grad& g);

/// The gradient of Max and Min: equal shares for the elements that are the extreme.
absl::Status GradientOfExtreme(Grad& g);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_MATH_REDUCE_H_
