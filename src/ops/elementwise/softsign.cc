// Softsign: x / (1 + |x|).
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace voxgrad {

OP(Softsign) {
  op.group("nn_ops")
      .doc("Computes softsign.", "`features / (abs(features) + 1)`.")
      .input("features", "T", "")
      .domain(Domain::kNotZero)
      .output("activations", "T", "")
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .infer(rules::SameShape)
      .gradient(
          [](Grad& g) { return g.of("features", g.op("SoftsignGrad", {g.upstream(), g.input("features")})); })
      .run(rules::RunUnary<[](auto x) { return x / (std::abs(x) + 1); }, rules::Fractions, 2>)
      .example("Between -1 and 1.", {{"features", "float[3]:-1,0,3"}}, {"float[3]:-0.5,0,0.75"});
}

}  // namespace voxgrad
