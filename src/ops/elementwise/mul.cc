// Mul: the product of two tensors.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Mul) {
  op.group("math_ops")
      .cpp_class("Multiply")
      .doc("Returns x * y element-wise.", "Sizes are stretched to each other as in NumPy.")
      .input("x", "T", "")
      .input("y", "T", "")
      .output("z", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_UINT8, DT_INT8, DT_UINT16, DT_INT16, DT_INT32,
                  DT_UINT32, DT_UINT64, DT_INT64});
  rules::WithoutComplex(op)
      .infer(rules::Broadcast)
      .gradient([](Grad& g) {
        return rules::GradientOfBroadcast(g, g.op("Mul", {g.upstream(), g.input("y")}),
                                          g.op("Mul", {g.input("x"), g.upstream()}));
      })
      .run(rules::RunBinary<elementwise::kMul, rules::Numbers>)
      .example("Each row has a factor of its own.",
               {{"x", "float[2,3]:1,2,3,4,5,6"}, {"y", "float[2,1]:10,100"}},
               {"float[2,3]:10,20,30,400,500,600"});
}

}  // namespace voxgrad
