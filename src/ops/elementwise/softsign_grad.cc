// SoftsignGrad: the gradient of Softsign.
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace voxgrad {
namespace {

constexpr auto kSoftsignGrad = [](auto gradient, auto feature) {
  const auto root = 1 + std::abs(feature);
  return gradient / (root * root);
};

}  // namespace

OP(SoftsignGrad) {
  op.group("nn_ops")
      .internal()
      .doc("Computes softsign gradients for a softsign operation.", "`gradients / (1 + abs(features)) ** 2`.")
      .gradient_of("Softsign")
      .input("gradients", "T", "The backpropagated gradients to the corresponding softsign operation.")
      .input("features", "T", "The features passed as input to the corresponding softsign operation.")
      .domain(Domain::kNotZero)
      .output("backprops", "T", "")
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .infer(rules::EqualShapes)
      .gradient([](Grad& g) {
        const Grad::Value features = g.input("features");
        if (absl::Status status = g.of("gradients", g.op("SoftsignGrad", {g.upstream(), features}));
            !status.ok())
          return status;
        // -2 sign(x) / (1 + |x|)^3
        const Grad::Value root = g.op("AddV2", {g.op("Abs", {features}), g.scalar(1, features)});
        const Grad::Value slope =
            g.op("RealDiv", {g.op("Mul", {g.output(), g.op("Sign", {features})}), root});
        return g.of("features", g.op("Mul", {g.upstream(), g.op("Mul", {slope, g.scalar(-2, features)})}));
      })
      .run(rules::RunBinary<kSoftsignGrad, rules::Fractions, 2>)
      .example("At 0 and 1.", {{"gradients", "float[2]:2,2"}, {"features", "float[2]:0,1"}},
               {"float[2]:2,0.5"});
}

}  // namespace voxgrad
