// Softplus: log(exp(x) + 1).
#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/shapes.h"

namespace voxgrad {
namespace {

// log(1 + e^x) = max(x, 0) + log(1 + e^-|x|)
constexpr auto kSoftplus = [](auto x) { return elementwise::kRelu(x) + std::log1p(std::exp(-std::abs(x))); };

}  // namespace

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
      .run(rules::RunUnary<kSoftplus, rules::Fractions, 12, &cpu::FloatLoops::softplus>)
      .example("Far from 0.", {{"features", "float[2]:-200,100"}}, {"float[2]:0,100"});
}

}  // namespace voxgrad
