// LessEqual: whether x <= y.
#include "ops/rules/elementwise.h"

namespace voxgrad {

OP(LessEqual) {
  op.group("math_ops")
      .doc("Returns the truth value of (x <= y) element-wise.",
           "Sizes are stretched to each other as in NumPy. Nothing that is compared with NaN is true.")
      .input("x", "T", "")
      .input("y", "T", "")
      .output("z", DT_BOOL, "")
      .type("T", {DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_BFLOAT16,
                  DT_UINT16, DT_HALF, DT_UINT32, DT_UINT64})
      .no_gradient()
      .infer(rules::Broadcast)
      .run([](Run& c) { rules::RunBinary(c, BinaryFunction::kLessEqual); })
      .example("Three numbers against 2.", {{"x", "float[3]:1,2,3"}, {"y", "float[]:2"}},
               {"bool[3]:true,true,false"});
}

}  // namespace voxgrad
