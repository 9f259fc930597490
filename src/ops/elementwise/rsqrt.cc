// Rsqrt: one over the square root.
#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Rsqrt) {
  op.group("math_ops")
      .doc("Computes reciprocal of square root of x element-wise.",
           "I.e., y = 1 / sqrt(x). Infinity for 0, NaN for what is below.");
  rules::UnaryOp<[](auto x) { return 1 / std::sqrt(x); }, rules::Fractions, 4, &cpu::FloatLoops::rsqrt>(
      op, Domain::kPositive)
      .type("T", rules::Floats());
  rules::WithoutComplex(op)
      .gradient([](Grad& g) { return g.of("x", g.op("RsqrtGrad", {g.output(), g.upstream()})); })
      .example("Of 4 and 0.25.", {{"x", "float[2]:4,0.25"}}, {"float[2]:0.5,2"});
}

}  // namespace voxgrad
