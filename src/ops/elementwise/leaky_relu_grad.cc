// LeakyReluGrad: the gradient of LeakyRelu.
#include "ops/elementwise/elementwise.h"
#include "ops/elementwise/leaky_relu_rule.h"

namespace voxgrad {
namespace {

constexpr auto kLeakyReluGrad = [](auto gradient, auto feature, auto alpha) {
  return feature > 0 ? gradient : gradient * alpha;
};

}  // namespace

OP(LeakyReluGrad) {
  op.group("nn_ops")
      .internal()
      .doc("Computes rectified linear gradients for a LeakyRelu operation.",
           "`gradients` where `features` is above 0, `alpha * gradients` elsewhere.")
      .gradient_of("LeakyRelu")
      .input("gradients", "T", "The backpropagated gradients to the corresponding LeakyRelu operation.")
      .input("features", "T",
             "The features passed as input to the corresponding LeakyRelu operation, or the outputs of that "
             "operation (both work equivalently where `alpha` is above 0).")
      .domain(Domain::kNotZero)
      .output("backprops", "T", "");
  rules::AlphaAttribute(op)
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE}, DT_FLOAT)
      .infer(rules::EqualShapes)
      .gradient(rules::GradientOfMask)
      .run([](Run& c) {
        const Tensor alpha = rules::AlphaScalar(c);
        const auto& sizes = c.result().shape().dim_sizes();
        Elementwise(c.exec(),
                    elementwise::TernaryOf<kLeakyReluGrad, rules::Fractions>(rules::ComputedTypeOf(c)),
                    alpha.dtype(), sizes,
                    {{c.in("gradients"), sizes}, {c.in("features"), sizes}, {alpha.data(), {}}}, c.out());
      })
      .example("Half where the features are below 0.",
               {{"gradients", "float[2]:2,2"}, {"features", "float[2]:-1,1"}, {"alpha", "0.5"}},
               {"float[2]:1,2"});
}

}  // namespace voxgrad
