// ShapeN: the sizes of several tensors.
#include "absl/strings/str_cat.h"
#include "ops/rules/shapes.h"

namespace voxgrad {

OP(ShapeN) {
  op.group("array_ops")
      .doc("Returns shape of tensors.", "`N` 1-D integer tensors with the sizes of each of `input`.")
      .inputs("input", "N", "T", "")
      .outputs("output", "N", "out_type", "")
      .number("N", 1)
      .type("T", {})
      .type("out_type", {DT_INT32, DT_INT64}, DT_INT32)
      .no_gradient()
      .sets_results()
      .infer([](Infer& c) {
        for (size_t i = 0; i < c.num_outputs(); ++i) {
          const PartialTensorShape& shape = c.input(i).shape;
          c.SetOutput(i, PartialTensorShape({shape.dims()}));
          if (!shape.IsFullyDefined()) continue;
          Tensor sizes;
          if (!rules::SizesTensor(shape, c.type("out_type"), &sizes)) {
            return AtRun(c.Invalid("input", absl::StrCat("has ", shape.DebugString(), " in place ", i,
                                                         "; a size past 2^31 - 1 needs out_type int64.")));
          }
          c.SetValue(i, sizes);
        }
        return absl::OkStatus();
      })
      .run([](Run& c) {
        for (size_t i = 0; i < c.num_outputs(); ++i) c.result(i) = *c.output_value(i);
      })
      .example("The sizes of a matrix and of a vector.",
               {{"input", "float[2,3]:1,2,3,4,5,6"}, {"input", "float[4]:1,2,3,4"}},
               {"int32[2]:2,3", "int32[1]:4"});
}

}  // namespace voxgrad
