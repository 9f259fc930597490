// TopK: the largest elements of each row.
#include "ops/nn/top_k_rule.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(TopK) {
  AttrDef k;
  k.name = "k";
  k.kind = AttrKind::kInt;
  k.min_value = 0;
  k.doc = "Number of top elements to look for along the last dimension.";
  op.group("nn_ops")
      .internal()
      .doc("Finds values and indices of the `k` largest elements for the last dimension.",
           "If two elements are equal, the lower-index element appears first; NaN comes before every number. "
           "The "
           "values are always in order, `sorted` or not.")
      .input("input", "T", "1-D or higher with last dimension at least `k`.")
      .output("values", "T", "The `k` largest elements along each last dimensional slice.")
      .output("indices", DT_INT32, "The indices of `values` within the last dimension of `input`.")
      .attr(k)
      .attr("sorted", AttrKind::kBool, "Accepted for TensorFlow's sake; it changes nothing.", true)
      .type("T", rules::RealNumbers())
      .infer([](Infer& c) { return rules::InferTopK(c, c.integer("k")); })
      .gradient([](Grad& g) { return g.of("input", rules::TopKGradient(g)); })
      .run([](Run& c) { rules::RunTopK(c, c.integer("k")); })
      .example("The two largest.", {{"input", "float[4]:1,4,2,4"}, {"k", "2"}},
               {"float[2]:4,4", "int32[2]:1,3"});
}

}  // namespace voxgrad
