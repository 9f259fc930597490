// Sub: the difference of two tensors.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Sub) {
  op.group("math_ops")
      .cpp_class("Subtract")
      .doc("Returns x - y element-wise.", "Sizes are stretched to each other as in NumPy.")
      .input("x", "T", "")
      .input("y", "T", "")
      .output("z", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_UINT8, DT_INT8, DT_UINT16, DT_INT16, DT_INT32,
                  DT_INT64, DT_UINT32, DT_UINT64});
  rules::WithoutComplex(op)
      .infer(rules::Broadcast)
      .gradient(
          [](Grad& g) { return rules::GradientOfBroadcast(g, g.upstream(), g.op("Neg", {g.upstream()})); })
      .run(rules::RunBinary<elementwise::kSub, rules::Numbers>)
      .example("One number is taken from all.", {{"x", "float[3]:1,2,3"}, {"y", "float[]:0.5"}},
               {"float[3]:0.5,1.5,2.5"});
}

}  // namespace voxgrad
