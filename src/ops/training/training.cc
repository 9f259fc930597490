#include "ops/training/training.h"

#include "absl/strings/str_cat.h"
#include "ops/rules/axes.h"
#include "ops/rules/types.h"
#include "ops/state/variables.h"

namespace voxgrad::rules {

OpBuilder& TrainingStep(OpBuilder& op) {
  op.stateful().sets_results().no_gradient();
  op.type("T", {DT_FLOAT, DT_DOUBLE, DT_BFLOAT16, DT_HALF});
  for (const char* type : {"int32", "uint8", "int16", "int8", "int64", "uint16", "uint32", "uint64"})
    op.without(type, "which has no small steps; TensorFlow has no such kernel either.");
  return WithoutQuantized(WithoutComplex(op))
      .attr("use_locking", AttrKind::kBool, "Accepted for TensorFlow's sake; it changes nothing.", false);
}

absl::Status InferStep(Infer& c, std::initializer_list<const char*> variables, const char* gradient,
                       std::initializer_list<const char*> rates) {
  PartialTensorShape shape = c.input(*variables.begin()).shape;
  const auto merge = [&](const char* input) {
    PartialTensorShape merged;
    const PartialTensorShape& other = c.input(input).shape;
    if (!shape.MergeWith(other, &merged).ok()) {
      return c.Invalid(input, absl::StrCat("has shape ", other.DebugString(), ", but ", *variables.begin(),
                                           " has ", shape.DebugString(), "; both must have the same shape."));
    }
    shape = merged;
    return absl::OkStatus();
  };
  for (const char* variable : variables) {
    if (absl::Status status = merge(variable); !status.ok()) return status;
  }
  if (absl::Status status = merge(gradient); !status.ok()) return status;
  for (const char* rate : rates) {
    if (absl::Status status = ExpectScalar(c, rate); !status.ok()) return status;
  }
  c.SetOutput(0, shape);
  return absl::OkStatus();
}

NextVariable::NextVariable(Run& c, const char* input)
    : variable_(c.variable(input)), next_(NextValue(variable_, variable_.dtype(), variable_.shape())) {}

}  // namespace voxgrad::rules
