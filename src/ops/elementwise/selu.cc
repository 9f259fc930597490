// Selu: Elu, scaled so that means and variances keep.
#include "ops/elementwise/elementwise.h"

namespace voxgrad {

OP(Selu) {
  op.group("nn_ops")
      .doc("Computes scaled exponential linear.",
           "`scale * alpha * (exp(features) - 1)` where `features` is below 0, `scale * features` elsewhere; "
           "scale is 1.0507 and scale * alpha 1.7581.")
      .input("features", "T", "")
      .domain(Domain::kNotZero)
      .output("activations", "T", "")
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .infer(rules::SameShape)
      .gradient([](Grad& g) { return g.of("features", g.op("SeluGrad", {g.upstream(), g.output()})); })
      .run([](Run& c) { rules::RunUnary(c, UnaryFunction::kSelu); })
      .example("At 0.", {{"features", "float[2]:0,0"}}, {"float[2]:0,0"});
}

}  // namespace voxgrad
