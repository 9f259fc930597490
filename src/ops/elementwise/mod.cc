// Mod: the remainder of the quotient cut towards zero.
#include "ops/elementwise/elementwise.h"

namespace voxgrad {

OP(Mod) {
  op.group("math_ops")
      .doc("Returns element-wise remainder of division.",
           "As in C: the result has the sign of `x`, and x = Div(x, y) * y + Mod(x, y) for integers. Sizes "
           "are "
           "stretched to each other as in NumPy. For integers a divisor of 0 is an error.");
  rules::BinaryOp<elementwise::kMod, rules::Numbers, 8>(op)
      .type("T", {DT_INT32, DT_INT64, DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .no_gradient()
      .infer(rules::BroadcastDivision)
      .example("The remainder has the sign of the dividend.",
               {{"x", "int32[4]:7,-7,7,-7"}, {"y", "int32[4]:3,3,-3,-3"}}, {"int32[4]:1,-1,1,-1"});
}

}  // namespace voxgrad
