// Xlogy: x times the logarithm of y, and 0 where x is 0.
#include <cmath>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

constexpr auto kXlogy = [](auto x, auto y) {
  using T = decltype(x);
  return x == T(0) ? T(0) : x * std::log(y);
};

/// Of x: log y; of y: x / y; and nothing flows to either where x is 0, as in TensorFlow. There y is replaced
/// too: an infinite slope times 0 would be NaN in the next gradient.
absl::Status XlogyGradient(Grad& g) {
  const Grad::Value x = g.input("x");
  const Grad::Value y = g.input("y");
  const Grad::Value counts = g.op("NotEqual", {x, g.zeros_like(x)});
  const Grad::Value x_slope = g.op("Xlogy", {g.cast(counts, g.info(x).dtype), y});
  const Grad::Value y_slope = g.op("RealDiv", {x, g.op("SelectV2", {counts, y, g.scalar(1, y)})});
  return rules::GradientOfBroadcast(g, g.op("Mul", {g.upstream(), x_slope}),
                                    g.op("Mul", {g.upstream(), y_slope}));
}

}  // namespace

OP(Xlogy) {
  op.group("math_ops")
      .doc("Returns 0 if x == 0, and x * log(y) otherwise, elementwise.",
           "Sizes are stretched to each other as in NumPy.")
      .input("x", "T", "")
      .domain(Domain::kNotZero)
      .input("y", "T", "")
      .domain(Domain::kPositive)
      .output("z", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE});
  rules::WithoutComplex(op)
      .infer(rules::Broadcast)
      .gradient(XlogyGradient)
      .run(rules::RunBinary<kXlogy, rules::Fractions, 6>)
      .example("The first is 0 whatever y is.", {{"x", "float[3]:0,2,3"}, {"y", "float[3]:0,1,0"}},
               {"float[3]:0,0,-inf"});
}

}  // namespace voxgrad
