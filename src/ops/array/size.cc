// Size: the number of elements.
#include <limits>

#include "absl/strings/str_cat.h"
#include "ops/table/context.h"

namespace voxgrad {

OP(Size) {
  op.group("array_ops")
      .doc("Returns the size of a tensor.", "An integer: the number of elements in `input`.")
      .input("input", "T", "")
      .output("output", "out_type", "")
      .type("T", {})
      .type("out_type", {DT_INT32, DT_INT64}, DT_INT32)
      .no_gradient()
      .sets_results()
      .infer([](Infer& c) {
        c.SetOutput(0, TensorShape());
        const int64_t count = c.input("input").shape.num_elements();
        if (count < 0) return absl::OkStatus();
        if (c.type("out_type") == DT_INT64) {
          c.SetValue(0, Tensor::Of<int64_t>({count}, TensorShape()));
          return absl::OkStatus();
        }
        if (count > std::numeric_limits<int32_t>::max()) {
          return AtRun(
              c.Invalid("input", absl::StrCat("has ", count, " elements; that needs out_type int64.")));
        }
        c.SetValue(0, Tensor::Of<int32_t>({static_cast<int32_t>(count)}, TensorShape()));
        return absl::OkStatus();
      })
      .run([](Run& c) { c.result() = *c.output_value(0); })
      .example("The number of elements of a matrix.", {{"input", "float[2,3]:1,2,3,4,5,6"}}, {"int32[]:6"});
}

}  // namespace voxgrad
