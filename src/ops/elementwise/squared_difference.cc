// SquaredDifference: the square of how far two numbers lie apart.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

constexpr auto kSquaredDifference = [](auto x, auto y) {
  const auto difference = elementwise::kSub(x, y);
  return elementwise::kMul(difference, difference);
};

}  // namespace

OP(SquaredDifference) {
  op.group("math_ops")
      .doc("Returns (x - y)(x - y) element-wise.",
           "Sizes are stretched to each other as in NumPy. Integers wrap around.");
  rules::BinaryOp<kSquaredDifference, rules::Numbers>(op).type(
      "T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64});
  rules::WithoutComplex(op)
      .gradient([](Grad& g) {
        const Grad::Value x = g.input("x");
        const Grad::Value difference = g.op("Sub", {x, g.input("y")});
        const Grad::Value x_grad = g.op("Mul", {g.op("Mul", {g.upstream(), g.scalar(2, x)}), difference});
        return rules::GradientOfBroadcast(g, x_grad, g.op("Neg", {x_grad}));
      })
      .example("Distances from 2.", {{"x", "float[3]:1,2,5"}, {"y", "float[]:2"}}, {"float[3]:1,0,9"});
}

}  // namespace voxgrad
