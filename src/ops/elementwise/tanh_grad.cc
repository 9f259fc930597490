// TanhGrad: the gradient of Tanh.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(TanhGrad) {
  op.group("math_ops")
      .internal()
      .doc("Computes the gradient for the tanh of `x` wrt its input.",
           "dy * (1 - y * y), where `y = tanh(x)` and `dy` is the corresponding input gradient.")
      .gradient_of("Tanh")
      .input("y", "T", "The result of the op.")
      .input("dy", "T", "The gradient that arrives there.")
      .output("z", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE});
  rules::WithoutComplex(op)
      .infer(rules::EqualShapesAtRun)
      .gradient([](Grad& g) {
        const Grad::Value y = g.input("y");
        const Grad::Value up = g.upstream();
        const Grad::Value product =
            g.op("Mul", {g.op("Mul", {up, g.scalar(-2, y)}), g.op("Mul", {g.input("dy"), y})});
        if (absl::Status status = g.of("y", product); !status.ok()) return status;
        return g.of("dy", g.op("TanhGrad", {y, up}));
      })
      .run(rules::RunBinary<[](auto y, auto dy) { return dy * (1 - y * y); }, rules::Fractions>)
      .example("The slope is 1 at 0 and falls to 0.", {{"y", "float[3]:0,0.5,1"}, {"dy", "float[3]:2,2,2"}},
               {"float[3]:2,1.5,0"});
}

}  // namespace voxgrad
