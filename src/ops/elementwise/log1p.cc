// Log1p: the logarithm of 1 + x.
#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Log1p) {
  op.group("math_ops")
      .doc("Computes natural logarithm of (1 + x) element-wise.",
           "Exact near 0, where `1 + x` would lose the digits of x.");
  rules::UnaryOp<[](auto x) { return std::log1p(x); }, rules::Fractions, 8, &cpu::FloatLoops::log1p>(
      op, Domain::kPositive)
      .type("T", rules::Floats());
  rules::WithoutComplex(op)
      .gradient([](Grad& g) {
        const Grad::Value x = g.input("x");
        return g.of("x", g.op("RealDiv", {g.upstream(), g.op("AddV2", {x, g.scalar(1, x)})}));
      })
      .example("At 0 and -1.", {{"x", "float[2]:0,-1"}}, {"float[2]:0,-inf"});
}

}  // namespace voxgrad
