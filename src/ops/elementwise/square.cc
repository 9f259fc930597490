// Square: the product of a number with itself.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/shapes.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Square) {
  op.group("math_ops")
      .doc("Computes square of x element-wise.", "I.e., y = x * x = x^2.")
      .input("x", "T", "")
      .output("y", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                  DT_UINT16, DT_UINT32, DT_UINT64});
  rules::WithoutComplex(op)
      .infer(rules::SameShape)
      .gradient([](Grad& g) {
        const Grad::Value x = g.input("x");
        return g.of("x", g.op("Mul", {g.upstream(), g.op("Mul", {x, g.scalar(2, x)})}));
      })
      .run(rules::RunUnary<[](auto x) { return elementwise::kMul(x, x); }, rules::Numbers>)
      .example("Three squares.", {{"x", "float[3]:1,-2,3"}}, {"float[3]:1,4,9"});
}

}  // namespace voxgrad
