// TopKV2: the largest elements of each row.
#include "ops/nn/top_k_rule.h"
#include "ops/rules/axes.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(TopKV2) {
  op.group("nn_ops")
      .cpp_class("TopK")
      .doc("Finds values and indices of the `k` largest elements for the last dimension.",
           "If two elements are equal, the lower-index element appears first; NaN comes before every number. "
           "The "
           "values are always in order, `sorted` or not.")
      .input("input", "T", "1-D or higher with last dimension at least `k`.")
      .input("k", "Tk", "0-D. Number of top elements to look for along the last dimension.")
      .on_host()
      .output("values", "T", "The `k` largest elements along each last dimensional slice.")
      .output("indices", "index_type", "The indices of `values` within the last dimension of `input`.")
      .attr("sorted", AttrKind::kBool, "Accepted for TensorFlow's sake; it changes nothing.", true)
      .type("T", rules::RealNumbers())
      .type("Tk", {DT_INT16, DT_INT32, DT_INT64}, DT_INT32)
      .type("index_type", {DT_INT16, DT_INT32, DT_INT64}, DT_INT32)
      .infer([](Infer& c) {
        if (absl::Status status = rules::ExpectScalar(c, "k"); !status.ok()) return status;
        return rules::InferTopK(c, rules::KnownInt(c, "k"));
      })
      .gradient([](Grad& g) {
        g.none("k");
        return g.of("input", rules::TopKGradient(g));
      })
      .run([](Run& c) { rules::RunTopK(c, c.result(0).dim_size(c.result(0).dims() - 1)); })
      .example("The two largest.", {{"input", "float[4]:1,4,2,4"}, {"k", "int32[]:2"}},
               {"float[2]:4,4", "int32[2]:1,3"});
}

}  // namespace voxgrad
