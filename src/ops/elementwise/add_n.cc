// AddN: the sum of any number of tensors.
#include "absl/strings/str_cat.h"
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(AddN) {
  op.group("math_ops")
      .doc("Add all input tensors element wise.",
           "The inputs must have the same size and shape. Numbers of 16 bits are added as float and rounded "
           "once.")
      .inputs("inputs", "N", "T", "")
      .output("sum", "T", "")
      .number("N", 1)
      .type("T", {DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_BFLOAT16,
                  DT_UINT16, DT_HALF, DT_UINT32, DT_UINT64})
      .without("variant", "tensors of other things than numbers are not added here.");
  rules::WithoutQuantized(rules::WithoutComplex(op))
      .infer([](Infer& c) {
        PartialTensorShape shape = c.input(0).shape;
        for (const InputInfo& input : c.inputs("inputs")) {
          PartialTensorShape merged;
          if (!shape.MergeWith(input.shape, &merged).ok()) {
            return c.Invalid("inputs",
                             absl::StrCat("hold tensors of the shapes ", shape.DebugString(), " and ",
                                          input.shape.DebugString(), "; all must have one shape."));
          }
          shape = merged;
        }
        c.SetOutput(0, shape);
        return absl::OkStatus();
      })
      .gradient([](Grad& g) { return g.of("inputs", Grad::Values(g.inputs("inputs").size(), g.upstream())); })
      .run([](Run& c) {
        absl::InlinedVector<const void*, 8> in;
        for (const Tensor& tensor : c.tensors("inputs")) in.push_back(tensor.data());
        AddAll(c.exec(), c.result().dtype(), c.result().NumElements(), in, c.out());
      })
      .example("Three vectors.",
               {{"inputs", "float[2]:1,2"}, {"inputs", "float[2]:10,20"}, {"inputs", "float[2]:100,200"}},
               {"float[2]:111,222"});
}

}  // namespace voxgrad
