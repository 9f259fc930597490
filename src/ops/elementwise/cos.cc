// Cos: the cosine.
#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Cos) {
  op.group("math_ops").doc("Computes cos of x element-wise.");
  rules::UnaryOp<[](auto x) { return std::cos(x); }, rules::Fractions, 8, &cpu::FloatLoops::cos>(op).type(
      "T", rules::Floats());
  rules::WithoutComplex(op)
      .gradient([](Grad& g) {
        return g.of("x", g.op("Mul", {g.upstream(), g.op("Neg", {g.op("Sin", {g.input("x")})})}));
      })
      .example("At 0.", {{"x", "float[1]:0"}}, {"float[1]:1"});
}

}  // namespace voxgrad
