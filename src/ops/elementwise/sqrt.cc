// Sqrt: the square root.
#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/shapes.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Sqrt) {
  op.group("math_ops")
      .doc("Computes square root of x element-wise.", "I.e., y = sqrt(x) = x^{1/2}. NaN for what is below 0.")
      .input("x", "T", "")
      .domain(Domain::kPositive)
      .output("y", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE});
  rules::WithoutComplex(op)
      .infer(rules::SameShape)
      .gradient([](Grad& g) { return g.of("x", g.op("SqrtGrad", {g.output(), g.upstream()})); })
      .run(rules::RunUnary<[](auto x) { return std::sqrt(x); }, rules::Fractions, 2, &cpu::FloatLoops::sqrt>)
      .example("Two roots.", {{"x", "float[2]:4,2.25"}}, {"float[2]:2,1.5"});
}

}  // namespace voxgrad
