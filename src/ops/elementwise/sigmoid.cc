// Sigmoid: 1 / (1 + exp(-x)).
#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/shapes.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

// The exponential of a number below 0, so that it never overflows.
constexpr auto kSigmoid = [](auto x) {
  using T = decltype(x);
  const T e = std::exp(-std::abs(x));
  return (x < T(0) ? e : T(1)) / (T(1) + e);
};

}  // namespace

OP(Sigmoid) {
  op.group("math_ops")
      .doc("Computes sigmoid of x element-wise.", "Specifically, y = 1 / (1 + exp(-x)).")
      .input("x", "T", "")
      .output("y", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE});
  rules::WithoutComplex(op)
      .infer(rules::SameShape)
      .gradient([](Grad& g) { return g.of("x", g.op("SigmoidGrad", {g.output(), g.upstream()})); })
      .run(rules::RunUnary<kSigmoid, rules::Fractions, 6, &cpu::FloatLoops::sigmoid>)
      .example("At 0 and far away.", {{"x", "float[3]:0,200,-200"}}, {"float[3]:0.5,1,0"});
}

}  // namespace voxgrad
