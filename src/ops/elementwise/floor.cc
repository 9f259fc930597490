// Floor: the integer below.
#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Floor) {
  op.group("math_ops").doc("Returns element-wise largest integer not greater than x.");
  rules::UnaryOp<[](auto x) { return std::floor(x); }, rules::Fractions, 1, &cpu::FloatLoops::floor>(op).type(
      "T", rules::Floats());
  op.no_gradient().example("Of two numbers.", {{"x", "float[2]:-1.5,1.5"}}, {"float[2]:-2,1"});
}

}  // namespace voxgrad
