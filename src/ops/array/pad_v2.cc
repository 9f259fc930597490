// PadV2: one value around a tensor.
#include "ops/array/pad_rule.h"
#include "ops/array/sum_of_all.h"
#include "ops/rules/axes.h"

namespace voxgrad {

OP(PadV2) {
  op.group("array_ops")
      .doc("Pads a tensor.",
           "Along axis i, `constant_values` stands `paddings[i, 0]` times before the elements of `input` and "
           "`paddings[i, 1]` times after them.")
      .input("input", "T", "")
      .input("paddings", "Tpaddings", "A matrix with a row (before, after) for each axis of `input`.")
      .on_host()
      .input("constant_values", "T", "The value to pad with, a scalar.")
      .output("output", "T", "")
      .type("T", {})
      .type("Tpaddings", {DT_INT32, DT_INT64}, DT_INT32)
      .infer([](Infer& c) {
        if (absl::Status status = rules::ExpectScalar(c, "constant_values"); !status.ok())
          return AtRun(status);
        return rules::InferPad(c);
      })
      .gradient([](Grad& g) {
        g.none("paddings");
        const auto inside = rules::CropGradient(g);
        const auto outside = g.op("Sub", {rules::SumOfAll(g, g.upstream()), rules::SumOfAll(g, inside)});
        if (absl::Status status = g.of("constant_values", outside); !status.ok()) return status;
        return g.of("input", inside);
      })
      .run([](Run& c) { rules::RunPad(c, c.in("constant_values")); })
      .example(
          "A nine to the left, two to the right.",
          {{"input", "float[2,1]:1,2"}, {"paddings", "int32[2,2]:0,0,1,2"}, {"constant_values", "float[]:9"}},
          {"float[2,4]:9,1,9,9,9,2,9,9"});
}

}  // namespace voxgrad
