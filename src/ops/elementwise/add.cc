// Add: the sum of two tensors.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Add) {
  op.group("math_ops")
      .doc("Returns x + y element-wise.",
           "Sizes are stretched to each other as in NumPy. The same as AddV2, for graphs that have this "
           "older name.")
      .input("x", "T", "")
      .input("y", "T", "")
      .output("z", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_UINT8, DT_INT8, DT_INT16, DT_INT32, DT_INT64})
      .without("string", "strings are not added here.");
  rules::WithoutComplex(op)
      .infer(rules::Broadcast)
      .gradient([](Grad& g) { return rules::GradientOfBroadcast(g, g.upstream(), g.upstream()); })
      .run(rules::RunBinary<elementwise::kAdd, rules::Numbers>)
      .example("A row is added to each row of a matrix.",
               {{"x", "float[2,3]:1,2,3,4,5,6"}, {"y", "float[3]:10,20,30"}},
               {"float[2,3]:11,22,33,14,25,36"});
}

}  // namespace voxgrad
