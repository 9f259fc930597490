// LessEqual: whether x <= y.
#include "ops/elementwise/elementwise.h"

namespace voxgrad {

OP(LessEqual) {
  op.group("math_ops")
      .doc("Returns the truth value of (x <= y) element-wise.",
           "Sizes are stretched to each other as in NumPy. Nothing that is compared with NaN is true.");
  rules::OrderOp<[](auto x, auto y) { return x <= y; }>(op).example(
      "Three numbers against 2.", {{"x", "float[3]:1,2,3"}, {"y", "float[]:2"}}, {"bool[3]:true,true,false"});
}

}  // namespace voxgrad
