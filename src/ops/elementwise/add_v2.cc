// AddV2: the sum of two tensors.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(AddV2) {
  op.group("math_ops")
      .doc("Returns x + y element-wise.", "Sizes are stretched to each other as in NumPy.")
      .input("x", "T", "")
      .input("y", "T", "")
      .output("z", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                  DT_INT8, DT_INT16, DT_INT32, DT_INT64});
  rules::WithoutComplex(op)
      .infer(rules::Broadcast)
      .gradient([](Grad& g) { return rules::GradientOfBroadcast(g, g.upstream(), g.upstream()); })
      .run(rules::RunBinary<elementwise::kAdd, rules::Numbers>)
      .example("A column and a row make a table.", {{"x", "float[2,1]:1,2"}, {"y", "float[3]:10,20,30"}},
               {"float[2,3]:11,21,31,12,22,32"});
}

}  // namespace voxgrad
