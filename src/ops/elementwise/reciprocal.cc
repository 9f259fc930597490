// Reciprocal: one over a number.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Reciprocal) {
  op.group("math_ops").doc("Computes the reciprocal of x element-wise.", "I.e., y = 1 / x.");
  rules::UnaryOp<elementwise::kReciprocal, rules::Fractions, 2, &cpu::FloatLoops::reciprocal>(
      op, Domain::kNotZero)
      .type("T", rules::Floats());
  for (const char* type : {"int8", "int16", "int32", "int64"})
    op.without(type, "which has no fractions; TensorFlow has no such kernel either.");
  rules::WithoutComplex(op)
      .gradient([](Grad& g) { return g.of("x", g.op("ReciprocalGrad", {g.output(), g.upstream()})); })
      .example("Of 4 and 0.25.", {{"x", "float[2]:4,0.25"}}, {"float[2]:0.25,4"});
}

}  // namespace voxgrad
