// Shape: the sizes of a tensor, as a tensor.
#include "absl/strings/str_cat.h"
#include "ops/rules/shapes.h"

namespace voxgrad {

OP(Shape) {
  op.group("array_ops")
      .doc("Returns the shape of a tensor.", "A 1-D integer tensor with the sizes of `input`.")
      .input("input", "T", "")
      .output("output", "out_type", "")
      .type("T", {})
      .type("out_type", {DT_INT32, DT_INT64}, DT_INT32)
      .no_gradient()
      .sets_results()
      .infer([](Infer& c) {
        const PartialTensorShape& shape = c.input("input").shape;
        c.SetOutput(0, PartialTensorShape({shape.dims()}));
        if (!shape.IsFullyDefined()) return absl::OkStatus();
        Tensor sizes;
        if (!rules::SizesTensor(shape, c.type("out_type"), &sizes)) {
          return c.Invalid("input", absl::StrCat("is ", shape.DebugString(),
                                                 "; a size past 2^31 - 1 needs out_type int64."));
        }
        c.SetValue(0, sizes);
        return absl::OkStatus();
      })
      .run([](Run& c) { c.result() = *c.output_value(0); })
      .example("The sizes of a matrix.", {{"input", "float[2,3]:1,2,3,4,5,6"}}, {"int32[2]:2,3"});
}

}  // namespace voxgrad
