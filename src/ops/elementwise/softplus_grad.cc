// SoftplusGrad: the gradient of Softplus.
#include <cmath>

#include "ops/elementwise/elementwise.h"

namespace voxgrad {
namespace {

constexpr auto kSoftplusGrad = [](auto gradient, auto feature) {
  return gradient / (std::exp(-feature) + 1);
};

}  // namespace

OP(SoftplusGrad) {
  op.group("nn_ops")
      .internal()
      .doc("Computes softplus gradients for a softplus operation.", "`gradients / (exp(-features) + 1)`.")
      .gradient_of("Softplus")
      .input("gradients", "T", "The backpropagated gradients to the corresponding op.")
      .input("features", "T", "The features passed as input to the corresponding softplus operation.")
      .output("backprops", "T", "")
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .infer(rules::EqualShapes)
      .gradient([](Grad& g) {
        const Grad::Value x = g.input("features");
        if (absl::Status status = g.of("gradients", g.op("SoftplusGrad", {g.upstream(), x})); !status.ok())
          return status;
        const Grad::Value slope =
            g.op("SigmoidGrad", {g.op("Sigmoid", {x}), g.op("Mul", {g.upstream(), g.input("gradients")})});
        return g.of("features", slope);
      })
      .run(rules::RunBinary<kSoftplusGrad, rules::Fractions, 6>)
      .example("Half of the gradient at 0.", {{"gradients", "float[2]:3,3"}, {"features", "float[2]:0,200"}},
               {"float[2]:1.5,3"});
}

}  // namespace voxgrad
