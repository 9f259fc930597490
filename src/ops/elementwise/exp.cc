// Exp: the exponential.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/shapes.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Exp) {
  op.group("math_ops")
      .doc("Computes exponential of x element-wise.", "I.e., y = e^x.")
      .input("x", "T", "")
      .output("y", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE});
  rules::WithoutComplex(op)
      .infer(rules::SameShape)
      .gradient([](Grad& g) { return g.of("x", g.op("Mul", {g.upstream(), g.output()})); })
      .run(rules::RunUnary<elementwise::kExp, rules::Fractions, 5, &cpu::FloatLoops::exp>)
      .example("e^0 and what lies behind the largest float.", {{"x", "float[2]:0,1000"}}, {"float[2]:1,inf"});
}

}  // namespace voxgrad
