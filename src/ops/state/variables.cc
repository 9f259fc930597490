#include "ops/state/variables.h"

#include "absl/strings/str_cat.h"
#include "ops/rules/boxes.h"
#include "ops/rules/types.h"

namespace voxgrad::rules {

Tensor NextValue(const Tensor& variable, DataType dtype, const TensorShape& shape) {
  if (!variable.IsSoleHolder() || variable.dtype() != dtype || variable.shape() != shape)
    return NewTensor(dtype, shape);
  Tensor next = variable;
  next.MarkWritten();
  return next;
}

absl::Status InferUpdate(Infer& c, const char* ref, const char* value) {
  PartialTensorShape shape = c.input(ref).shape;
  const PartialTensorShape& given = c.input(value).shape;
  const Tensor* now = c.known(ref);
  if (now != nullptr && now->buffer() == nullptr && now->shape() == TensorShape({0}))
    shape = PartialTensorShape();  // no value yet, so no shape either
  PartialTensorShape merged;
  if (!shape.MergeWith(given, &merged).ok()) {
    return c.Invalid(value, absl::StrCat("is ", given.DebugString(), ", but the variable ", ref, " is ",
                                         shape.DebugString(), "."));
  }
  c.SetOutput(0, merged);
  return absl::OkStatus();
}

void RunUpdate(Run& c, const elementwise::Loop& loop) {
  Tensor& variable = c.variable("ref");
  const Tensor& value = c.tensor("value");
  const Tensor next = NextValue(variable, variable.dtype(), variable.shape());
  const auto& sizes = variable.shape().dim_sizes();
  Elementwise(c.exec(), loop, variable.dtype(), sizes, {{variable.data(), sizes}, {value.data(), sizes}},
              next.data());
  variable = next;
  c.result() = variable;
}

OpBuilder& UpdateArguments(OpBuilder& op, const char* value_doc) {
  op.input("ref", "T", "Should be from a `Variable` node.")
      .ref()
      .input("value", "T", value_doc)
      .output("output_ref", "T",
              "Same as \"ref\". Returned as a convenience for operations that want to use the new value "
              "after the variable has been updated.")
      .ref()
      .type("T", RealNumbers());
  return WithoutQuantized(WithoutComplex(op))
      .attr("use_locking", AttrKind::kBool, "Accepted for TensorFlow's sake; it changes nothing.", false)
      .stateful()
      .sets_results()
      .no_gradient();
}

}  // namespace voxgrad::rules
