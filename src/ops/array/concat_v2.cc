// ConcatV2: tensors joined along an axis.
#include "ops/array/concat_rule.h"

namespace voxgrad {

OP(ConcatV2) {
  op.group("array_ops")
      .doc("Concatenates tensors along one dimension.")
      .cpp_class("Concat")
      .inputs(
          "values", "N", "T",
          "List of `N` Tensors to concatenate. Their ranks and types must match, and their sizes must match "
          "in all dimensions except `axis`.")
      .input("axis", "Tidx",
             "0-D. The dimension along which to concatenate. Must be in the range [-rank(values), "
             "rank(values)).")
      .on_host()
      .output("output", "T",
              "A `Tensor` with the concatenation of values stacked along the `axis` dimension. This tensor's "
              "shape matches that of `values` except in `axis` where it has the sum of the sizes.")
      .number("N", 2)
      .type("T", {})
      .type("Tidx", {DT_INT32, DT_INT64}, DT_INT32)
      .infer([](Infer& c) { return rules::InferConcat(c, "axis"); })
      .gradient([](Grad& g) { return rules::ConcatGradient(g, "axis"); })
      .run([](Run& c) { rules::RunConcat(c, "axis"); })
      .example("A column beside a matrix.",
               {{"values", "float[2,2]:1,2,3,4"}, {"values", "float[2,1]:8,9"}, {"axis", "int32[]:1"}},
               {"float[2,3]:1,2,8,3,4,9"});
}

}  // namespace voxgrad
