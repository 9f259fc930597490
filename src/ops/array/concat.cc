// Concat: the older form of ConcatV2, with the axis first.
#include "ops/array/concat_rule.h"

namespace voxgrad {

OP(Concat) {
  op.group("array_ops")
      .doc("Concatenates tensors along one dimension.", "The older form of ConcatV2, which old graphs hold.")
      .internal()
      .input("concat_dim", DT_INT32,
             "0-D. The dimension along which to concatenate. Must be in the range [-rank(values), "
             "rank(values)).")
      .on_host()
      .inputs(
          "values", "N", "T",
          "The `N` Tensors to concatenate. Their ranks and types must match, and their sizes must match in "
          "all dimensions except `concat_dim`.")
      .output("output", "T",
              "A `Tensor` with the concatenation of values stacked along the `concat_dim` dimension.")
      .number("N", 2)
      .type("T", {})
      .infer([](Infer& c) { return rules::InferConcat(c, "concat_dim"); })
      .gradient([](Grad& g) { return rules::ConcatGradient(g, "concat_dim"); })
      .run([](Run& c) { rules::RunConcat(c, "concat_dim"); })
      .example("One row below another.",
               {{"concat_dim", "int32[]:0"}, {"values", "float[1,2]:1,2"}, {"values", "float[1,2]:3,4"}},
               {"float[2,2]:1,2,3,4"});
}

}  // namespace voxgrad
