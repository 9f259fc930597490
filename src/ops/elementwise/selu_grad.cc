// SeluGrad: the gradient of Selu.
#include "ops/elementwise/elementwise.h"

namespace voxgrad {
namespace {

constexpr auto kSeluGrad = [](auto gradient, auto output) {
  using T = decltype(gradient);
  return gradient * (output < 0 ? output + T(elementwise::kSeluScaleAlpha) : T(elementwise::kSeluScale));
};

}  // namespace

OP(SeluGrad) {
  op.group("nn_ops")
      .internal()
      .doc("Computes gradients for the scaled exponential linear (Selu) operation.",
           "`gradients * (outputs + scale * alpha)` where `outputs` is below 0, `scale * gradients` "
           "elsewhere.")
      .gradient_of("Selu")
      .input("gradients", "T", "The backpropagated gradients to the corresponding Selu operation.")
      .input("outputs", "T", "The outputs of the corresponding Selu operation.")
      .domain(Domain::kNotZero)
      .output("backprops", "T", "")
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .infer(rules::EqualShapes)
      .gradient([](Grad& g) {
        const Grad::Value outputs = g.input("outputs");
        const Grad::Value zeros = g.zeros_like(outputs);
        if (absl::Status status = g.of("gradients", g.op("SeluGrad", {g.upstream(), outputs})); !status.ok())
          return status;
        const Grad::Value product = g.op("Mul", {g.upstream(), g.input("gradients")});
        return g.of("outputs", g.op("Select", {g.op("Less", {outputs, zeros}), product, zeros}));
      })
      .run(rules::RunBinary<kSeluGrad, rules::Fractions>)
      .example("Above 0 the slope is 1.0507; below, it is the output plus 1.7581.",
               {{"gradients", "float[3]:2,2,2"}, {"outputs", "float[3]:-1,0,3"}},
               {"float[3]:1.51619864,2.10140204,2.10140204"});
}

}  // namespace voxgrad
