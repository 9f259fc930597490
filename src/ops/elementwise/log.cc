// Log: the natural logarithm.
#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/shapes.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Log) {
  op.group("math_ops")
      .doc("Computes natural logarithm of x element-wise.",
           "I.e., y = log_e x. Minus infinity for 0, NaN for what is below.")
      .input("x", "T", "")
      .domain(Domain::kPositive)
      .output("y", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE});
  rules::WithoutComplex(op)
      .infer(rules::SameShape)
      .gradient([](Grad& g) { return g.of("x", g.op("RealDiv", {g.upstream(), g.input("x")})); })
      .run(rules::RunUnary<[](auto x) { return std::log(x); }, rules::Fractions, 5, &cpu::FloatLoops::log>)
      .example("The logarithms of 1 and 0.", {{"x", "float[2]:1,0"}}, {"float[2]:0,-inf"});
}

}  // namespace voxgrad
