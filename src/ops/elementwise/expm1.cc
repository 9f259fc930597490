// Expm1: the exponential minus 1.
#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Expm1) {
  op.group("math_ops")
      .doc("Computes `exp(x) - 1` element-wise.",
           "Exact near 0, where `exp(x)` is so close to 1 that the difference would be lost.");
  rules::UnaryOp<[](auto x) { return std::expm1(x); }, rules::Fractions, 8, &cpu::FloatLoops::expm1>(op).type(
      "T", rules::Floats());
  rules::WithoutComplex(op)
      .gradient([](Grad& g) { return g.of("x", g.op("Mul", {g.upstream(), g.op("Exp", {g.input("x")})})); })
      .example("At 0 and far below.", {{"x", "float[2]:0,-100"}}, {"float[2]:0,-1"});
}

}  // namespace voxgrad
