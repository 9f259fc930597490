// Erf: the error function.
#include <cmath>

#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Erf) {
  op.group("math_ops").doc("Computes the Gauss error function of `x` element-wise.", "From -1 to 1.");
  rules::UnaryOp<[](auto x) { return std::erf(x); }, rules::Fractions, 12, &cpu::FloatLoops::erf>(op).type(
      "T", rules::Floats());
  op.gradient([](Grad& g) {
      const Grad::Value x = g.input("x");
      const Grad::Value bell = g.op("Exp", {g.op("Neg", {g.op("Square", {x})})});
      const Grad::Value slope = g.op("Mul", {g.scalar(2 / std::sqrt(std::acos(-1.0)), x), bell});
      return g.of("x", g.op("Mul", {g.upstream(), slope}));
    }).example("At 0 and far away.", {{"x", "float[3]:0,100,-100"}}, {"float[3]:0,1,-1"});
}

}  // namespace voxgrad
