// LogicalOr: x OR y.
#include "ops/elementwise/elementwise.h"

namespace voxgrad {

OP(LogicalOr) {
  op.group("math_ops")
      .doc("Returns the truth value of x OR y element-wise.",
           "Sizes are stretched to each other as in NumPy.")
      .input("x", DT_BOOL, "")
      .input("y", DT_BOOL, "")
      .output("z", DT_BOOL, "")
      .no_gradient()
      .infer(rules::Broadcast)
      .run(rules::RunBinary<elementwise::kOr, rules::Booleans>)
      .example("The truth table.",
               {{"x", "bool[4]:true,true,false,false"}, {"y", "bool[4]:true,false,true,false"}},
               {"bool[4]:true,true,true,false"});
}

}  // namespace voxgrad
