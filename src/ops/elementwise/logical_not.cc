// LogicalNot: NOT x.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/shapes.h"

namespace voxgrad {

OP(LogicalNot) {
  op.group("math_ops")
      .doc("Returns the truth value of NOT x element-wise.")
      .input("x", DT_BOOL, "")
      .output("y", DT_BOOL, "")
      .no_gradient()
      .infer(rules::SameShape)
      .run(rules::RunUnary<[](auto x) { return !x; }, rules::Booleans>)
      .example("Both values.", {{"x", "bool[2]:true,false"}}, {"bool[2]:false,true"});
}

}  // namespace voxgrad
