// Tanh: the hyperbolic tangent.
#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/shapes.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Tanh) {
  op.group("math_ops")
      .doc("Computes hyperbolic tangent of x element-wise.", "From -1 to 1.")
      .input("x", "T", "")
      .output("y", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE});
  rules::WithoutComplex(op)
      .infer(rules::SameShape)
      .gradient([](Grad& g) { return g.of("x", g.op("TanhGrad", {g.output(), g.upstream()})); })
      .run(rules::RunUnary<[](auto x) { return std::tanh(x); }, rules::Fractions, 12, &cpu::FloatLoops::tanh>)
      .example("At 0 and far away.", {{"x", "float[3]:0,100,-100"}}, {"float[3]:0,1,-1"});
}

}  // namespace voxgrad
