// RsqrtGrad: the gradient of Rsqrt.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

constexpr auto kRsqrtGrad = [](auto y, auto dy) { return decltype(y)(-0.5) * dy * y * y * y; };

}  // namespace

OP(RsqrtGrad) {
  op.group("math_ops")
      .doc("Computes the gradient for the rsqrt of `x` wrt its input.",
           "dy * -0.5 * y^3, where `y = rsqrt(x)` and `dy` is the corresponding input gradient.")
      .gradient_of("Rsqrt");
  rules::GradientByResultOp<kRsqrtGrad>(op).type("T", rules::Floats());
  rules::WithoutComplex(op)
      .gradient([](Grad& g) {
        const Grad::Value y = g.input("y");
        const Grad::Value square = g.op("Square", {y});
        const Grad::Value slope = g.op("Mul", {g.op("Mul", {g.upstream(), g.input("dy")}), square});
        if (absl::Status status = g.of("y", g.op("Mul", {slope, g.scalar(-1.5, y)})); !status.ok())
          return status;
        return g.of("dy", g.op("RsqrtGrad", {y, g.upstream()}));
      })
      .example("The slope of the reciprocal root of 1/4 is -4.",
               {{"y", "float[2]:2,1"}, {"dy", "float[2]:1,2"}}, {"float[2]:-4,-1"});
}

}  // namespace voxgrad
