// EluGrad: the gradient of Elu.
#include "ops/elementwise/elementwise.h"

namespace voxgrad {
namespace {

constexpr auto kEluGrad = [](auto gradient, auto output) {
  return output < 0 ? (output + 1) * gradient : gradient;
};

}  // namespace

OP(EluGrad) {
  op.group("nn_ops")
      .internal()
      .doc("Computes gradients for the exponential linear (Elu) operation.",
           "`gradients * (outputs + 1)` where `outputs` is below 0, `gradients` elsewhere.")
      .gradient_of("Elu")
      .input("gradients", "T", "The backpropagated gradients to the corresponding op.")
      .input("outputs", "T", "The outputs of the corresponding Elu operation.")
      .domain(Domain::kNotZero)
      .output("backprops", "T", "")
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .infer(rules::EqualShapes)
      .gradient([](Grad& g) {
        const Grad::Value outputs = g.input("outputs");
        const Grad::Value zeros = g.zeros_like(outputs);
        if (absl::Status status = g.of("gradients", g.op("EluGrad", {g.upstream(), outputs})); !status.ok())
          return status;
        const Grad::Value product = g.op("Mul", {g.upstream(), g.input("gradients")});
        return g.of("outputs", g.op("Select", {g.op("Less", {outputs, zeros}), product, zeros}));
      })
      .run(rules::RunBinary<kEluGrad, rules::Fractions>)
      .example("Below 0 the slope is the output plus 1.",
               {{"gradients", "float[3]:2,2,2"}, {"outputs", "float[3]:-0.75,0,3"}}, {"float[3]:0.5,2,2"});
}

}  // namespace voxgrad
