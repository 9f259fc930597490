// Selu: Elu, scaled so that means and variances keep.
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace voxgrad {
namespace {

constexpr auto kSelu = [](auto x) {
  using T = decltype(x);
  return x < T(0) ? T(elementwise::kSeluScaleAlpha) * std::expm1(x) : T(elementwise::kSeluScale) * x;
};

}  // namespace

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
      .run(rules::RunUnary<kSelu, rules::Fractions, 8, &cpu::FloatLoops::selu>)
      .example("At 0.", {{"features", "float[2]:0,0"}}, {"float[2]:0,0"});
}

}  // namespace voxgrad
