// NotEqual: whether x != y.
#include "ops/elementwise/elementwise.h"

namespace voxgrad {

OP(NotEqual) {
  op.group("math_ops")
      .doc("Returns the truth value of (x != y) element-wise.",
           "Sizes are stretched to each other as in NumPy. NaN equals nothing, itself neither.");
  rules::EqualityOp<[](auto x, auto y) { return x != y; }, true>(op).example(
      "Three numbers against 2.", {{"x", "float[3]:1,2,3"}, {"y", "float[]:2"}}, {"bool[3]:true,false,true"});
}

}  // namespace voxgrad
