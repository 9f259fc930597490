// Sigmoid: 1 / (1 + exp(-x)).
#include "ops/elementwise/elementwise.h"
#include "ops/rules/shapes.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Sigmoid) {
  op.group("math_ops")
      .doc("Computes sigmoid of x element-wise.", "Specifically, y = 1 / (1 + exp(-x)).")
      .input("x", "T", "")
      .output("y", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE});
  rules::WithoutComplex(op)
      .infer(rules::SameShape)
      .gradient([](Grad& g) { return g.of("x", g.op("SigmoidGrad", {g.output(), g.upstream()})); })
      .run([](Run& c) { rules::RunUnary(c, UnaryFunction::kSigmoid); })
      .example("At 0 and far away.", {{"x", "float[3]:0,200,-200"}}, {"float[3]:0.5,1,0"});
}

}  // namespace voxgrad
