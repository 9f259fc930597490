// SqrtGrad: the gradient of Sqrt.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

// Nothing flows back as nothing, also where the root has no slope.
constexpr auto kSqrtGrad = [](auto y, auto dy) {
  using T = decltype(y);
  return dy == 0 ? T(0) : T(0.5) * dy / y;
};

}  // namespace

OP(SqrtGrad) {
  op.group("math_ops")
      .internal()
      .doc("Computes the gradient for the sqrt of `x` wrt its input.",
           "dy * 0.5 / y, where `y = sqrt(x)` and `dy` is the corresponding input gradient. Where `dy` is 0 "
           "so is the result.")
      .gradient_of("Sqrt")
      .input("y", "T", "The result of the op.")
      .domain(Domain::kPositive)
      .input("dy", "T", "The gradient that arrives there.")
      .output("z", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE});
  rules::WithoutComplex(op)
      .infer(rules::EqualShapesAtRun)
      .gradient([](Grad& g) {
        const Grad::Value y = g.input("y");
        const Grad::Value share = g.op("RealDiv", {g.upstream(), y});
        const Grad::Value slope = g.op("Mul", {g.op("Neg", {share}), g.output()});
        if (absl::Status status = g.of("y", slope); !status.ok()) return status;
        return g.of("dy", g.op("Mul", {share, g.scalar(0.5, y)}));
      })
      .run(rules::RunBinary<kSqrtGrad, rules::Fractions, 2>)
      .example("The slope of the root of 4 is 1/4.", {{"y", "float[2]:2,1"}, {"dy", "float[2]:1,1"}},
               {"float[2]:0.25,0.5"});
}

}  // namespace voxgrad
