// Ceil: the integer above.
#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Ceil) {
  op.group("math_ops").doc("Returns element-wise smallest integer not less than x.");
  rules::UnaryOp<[](auto x) { return std::ceil(x); }, rules::Fractions, 1, &cpu::FloatLoops::ceil>(op).type(
      "T", rules::Floats());
  op.no_gradient().example("Of two numbers.", {{"x", "float[2]:-1.5,1.5"}}, {"float[2]:-1,2"});
}

}  // namespace voxgrad
