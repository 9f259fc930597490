// Ops that change a variable.
#ifndef VOXGRAD_OPS_STATE_VARIABLES_H_
#define VOXGRAD_OPS_STATE_VARIABLES_H_

#include "ops/elementwise/elementwise.h"
#include "ops/table/context.h"

namespace voxgrad::rules {

/// Memory for the next value of a variable: its own when nobody else reads it, else new.
Tensor NextValue(const Tensor& variable, DataType dtype, const TensorShape& shape);

/// `value` must have the shape of the variable `ref`, and so has the output.
absl::Status InferUpdate(Infer& c, const char* ref, const char* value);

/// The variable `ref` becomes the function of the loop of it and `value`.
void RunUpdate(Run& c, const elementwise::Loop& loop);

/// The arguments and types of an op that changes `ref` by a value.
OpBuilder& UpdateArguments(OpBuilder& op, const char* value_doc);
/// The rest of its definition.
template <auto f>
OpBuilder& UpdateOp(OpBuilder& op, const char* value_doc) {
  return UpdateArguments(op, value_doc)
      .infer([](Infer& c) { return InferUpdate(c, "ref", "value"); })
      .run([](Run& c) {
        RunUpdate(c, elementwise::BinaryOf<f, Numbers>(ComputedType(c.variable("ref").dtype())));
      });
}

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_STATE_VARIABLES_H_
