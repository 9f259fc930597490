// Const: a tensor that is part of the graph.
#include "absl/strings/str_cat.h"
#include "ops/table/context.h"

namespace voxgrad {

OP(Const) {
  op.group("array_ops")
      .doc("Returns a constant tensor.")
      .output("output", "dtype", "The tensor given as `value`.")
      .attr("value", AttrKind::kTensor, "Attr `value` is the tensor to return.")
      .type("dtype", {})
      .no_gradient()
      .sets_results()
      .infer([](Infer& c) {
        const Tensor& value = c.tensor_attr("value");
        if (value.dtype() != c.type("dtype")) {
          return c.WrongType("value", absl::StrCat("is ", DataTypeString(value.dtype()), ", but dtype is ",
                                                   DataTypeString(c.type("dtype")), "."));
        }
        c.SetOutput(0, value.shape());
        c.SetValue(0, value);
        return absl::OkStatus();
      })
      .run([](Run& c) { c.result() = c.tensor_attr("value"); })
      .example("A vector of three numbers.", {{"value", "float[3]:1,2,3"}, {"dtype", "float"}},
               {"float[3]:1,2,3"});
}

}  // namespace voxgrad
