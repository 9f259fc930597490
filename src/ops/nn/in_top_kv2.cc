// InTopKV2: whether classes are among the likeliest.
#include "ops/nn/top_k_rule.h"
#include "ops/rules/axes.h"
#include "ops/rules/shapes.h"

namespace voxgrad {

OP(InTopKV2) {
  op.group("nn_ops")
      .doc("Says whether the targets are in the top `K` predictions.",
           "`out[i]` is true if fewer than `k` classes of row i have a larger prediction than class "
           "`targets[i]`. It "
           "is false where the target is no class, or a prediction is not finite.")
      .input("predictions", DT_FLOAT, "A `batch_size` x `classes` tensor.")
      .input("targets", "T", "A `batch_size` vector of class ids.")
      .on_host()
      .input("k", "T", "Number of top elements to look at for computing precision.")
      .on_host()
      .output("precision", DT_BOOL, "Computed precision at `k` as a `bool Tensor`.")
      .type("T", {DT_INT32, DT_INT64}, DT_INT32)
      .no_gradient()
      .infer([](Infer& c) {
        if (absl::Status status = rules::ExpectScalar(c, "k"); !status.ok()) return status;
        return rules::InferInTopK(c);
      })
      .run([](Run& c) { rules::RunInTopK(c, c.known_ints("k").front()); })
      .example("The first is the likeliest, the second is not.",
               {{"predictions", "float[2,3]:1,3,2,5,4,6"}, {"targets", "int32[2]:1,0"}, {"k", "int32[]:1"}},
               {"bool[2]:true,false"});
}

}  // namespace voxgrad
