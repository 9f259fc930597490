// LRN: local response normalization.
#include "ops/nn/lrn_rule.h"

namespace voxgrad {

OP(LRN) {
  op.group("nn_ops")
      .doc("Local Response Normalization.",
           "The 4-D `input` tensor is treated as a 3-D array of 1-D vectors (along the last dimension), and "
           "each "
           "vector is normalized independently. Within a given vector, each component is divided by the "
           "weighted, "
           "squared sum of inputs within `depth_radius`: `output = input / (bias + alpha * sqr_sum) ** "
           "beta`, with "
           "`sqr_sum[c]` the sum of `input ** 2` from `c - depth_radius` to `c + depth_radius`.")
      .input("input", "T", "4-D.")
      .output("output", "T", "Same shape as `input`.");
  rules::LrnAttributes(op)
      .infer(rules::InferLrn)
      .gradient([](Grad& g) {
        return g.of("input", g.op("LRNGrad", {g.upstream(), g.input("input"), g.output()}));
      })
      .run([](Run& c) { Lrn(c.exec(), rules::MakeLrnProblem(c), c.in("input"), c.out()); })
      .example("Each number by the root of what stands next to it.",
               {{"input", "float[1,1,1,3]:2,1,2"}, {"depth_radius", "1"}, {"bias", "4"}, {"alpha", "1"}},
               {"float[1,1,1,3]:0.6666667,0.2773501,0.6666667"});
}

}  // namespace voxgrad
