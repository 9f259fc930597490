// Softplus: log(exp(x) + 1).
#include "ops/elementwise/elementwise.h"
#include "ops/rules/shapes.h"

namespace voxgrad {

OP(Softplus) {
  op.group("nn_ops")
      .doc("Computes softplus: log(exp(features) + 1).",
           "Without overflow: far above 0 it is `features` itself.")
      .input("features", "T", "")
      .output("activations", "T", "")
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .infer(rules::SameShape)
      .gradient(
          [](Grad& g) { return g.of("features", g.op("SoftplusGrad", {g.upstream(), g.input("features")})); })
      .run([](Run& c) { rules::RunUnary(c, UnaryFunction::kSoftplus); })
      .example("Far from 0.", {{"features", "float[2]:-200,100"}}, {"float[2]:0,100"});
}

}  // namespace voxgrad
