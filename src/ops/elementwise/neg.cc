// Neg: the number with the other sign.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/shapes.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Neg) {
  op.group("math_ops")
      .cpp_class("Negate")
      .doc("Computes numerical negative value element-wise.", "I.e., y = -x.")
      .input("x", "T", "")
      .output("y", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64});
  rules::WithoutComplex(op)
      .infer(rules::SameShape)
      .gradient([](Grad& g) { return g.of("x", g.op("Neg", {g.upstream()})); })
      .run(rules::RunUnary<elementwise::kNeg, rules::Numbers>)
      .example("Two numbers.", {{"x", "float[2]:1,-2"}}, {"float[2]:-1,2"});
}

}  // namespace voxgrad
