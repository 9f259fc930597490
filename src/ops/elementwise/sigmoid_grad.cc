// SigmoidGrad: the gradient of Sigmoid.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(SigmoidGrad) {
  op.group("math_ops")
      .internal()
      .doc("Computes the gradient of the sigmoid of `x` wrt its input.",
           "dy * y * (1 - y), where `y = sigmoid(x)` and `dy` is the corresponding input gradient.")
      .gradient_of("Sigmoid")
      .input("y", "T", "The result of the op.")
      .input("dy", "T", "The gradient that arrives there.")
      .output("z", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE});
  rules::WithoutComplex(op)
      .infer(rules::EqualShapesAtRun)
      .gradient([](Grad& g) {
        const Grad::Value y = g.input("y");
        const Grad::Value both = g.op("Mul", {g.upstream(), g.input("dy")});
        const Grad::Value twice = g.op("Mul", {g.op("Mul", {both, g.scalar(2, y)}), y});
        if (absl::Status status = g.of("y", g.op("Sub", {both, twice})); !status.ok()) return status;
        return g.of("dy", g.op("SigmoidGrad", {y, g.upstream()}));
      })
      .run(rules::RunBinary<[](auto y, auto dy) { return dy * y * (1 - y); }, rules::Fractions>)
      .example("The slope is 1/4 at the middle.", {{"y", "float[3]:0,0.5,1"}, {"dy", "float[3]:2,2,2"}},
               {"float[3]:0,0.5,0"});
}

}  // namespace voxgrad
