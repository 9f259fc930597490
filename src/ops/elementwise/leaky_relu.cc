// LeakyRelu: x above 0, a part of it below.
#include "ops/elementwise/elementwise.h"
#include "ops/elementwise/leaky_relu_rule.h"

namespace voxgrad {
namespace {

constexpr auto kLeakyRelu = [](auto feature, auto alpha) { return feature > 0 ? feature : feature * alpha; };

}  // namespace

OP(LeakyRelu) {
  op.group("nn_ops")
      .internal()
      .doc("Computes rectified linear: `max(features, features * alpha)`.",
           "`features` where it is above 0, `features * alpha` elsewhere.")
      .input("features", "T", "")
      .domain(Domain::kNotZero)
      .output("activations", "T", "");
  rules::AlphaAttribute(op)
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE}, DT_FLOAT)
      .infer(rules::SameShape)
      .gradient([](Grad& g) {
        return g.of("features", g.op("LeakyReluGrad", {g.upstream(), g.input("features")}));
      })
      .run([](Run& c) {
        const Tensor alpha = rules::AlphaScalar(c);
        const auto& sizes = c.result().shape().dim_sizes();
        Elementwise(c.exec(), elementwise::BinaryOf<kLeakyRelu, rules::Fractions>(rules::ComputedTypeOf(c)),
                    alpha.dtype(), sizes, {{c.in("features"), sizes}, {alpha.data(), {}}}, c.out());
      })
      .example("Half of what is below 0.", {{"features", "float[3]:-2,0,3"}, {"alpha", "0.5"}},
               {"float[3]:-1,0,3"});
}

}  // namespace voxgrad
