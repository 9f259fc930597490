// Elu: exp(x) - 1 below 0, x above.
#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/shapes.h"

namespace voxgrad {

OP(Elu) {
  op.group("nn_ops")
      .doc("Computes the exponential linear function.",
           "`exp(features) - 1` where `features` is below 0, `features` elsewhere.")
      .input("features", "T", "")
      .domain(Domain::kNotZero)
      .output("activations", "T", "")
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .infer(rules::SameShape)
      .gradient([](Grad& g) { return g.of("features", g.op("EluGrad", {g.upstream(), g.output()})); })
      .run(rules::RunUnary<[](auto x) { return x < 0 ? std::expm1(x) : x; }, rules::Fractions, 8,
                           &cpu::FloatLoops::elu>)
      .example("Far below 0 it is -1.", {{"features", "float[3]:-100,0,2"}}, {"float[3]:-1,0,2"});
}

}  // namespace voxgrad
