// Sin: the sine.
#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Sin) {
  op.group("math_ops").doc("Computes sine of x element-wise.");
  rules::UnaryOp<[](auto x) { return std::sin(x); }, rules::Fractions, 8, &cpu::FloatLoops::sin>(op).type(
      "T", rules::Floats());
  rules::WithoutComplex(op)
      .gradient([](Grad& g) { return g.of("x", g.op("Mul", {g.upstream(), g.op("Cos", {g.input("x")})})); })
      .example("At 0.", {{"x", "float[1]:0"}}, {"float[1]:0"});
}

}  // namespace voxgrad
