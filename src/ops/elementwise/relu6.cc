// Relu6: what is above 0, up to 6.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/shapes.h"

namespace voxgrad {
namespace {

constexpr auto kRelu6 = [](auto x) {
  using T = decltype(x);
  const T positive = elementwise::kRelu(x);
  return positive > T(6) ? T(6) : positive;
};

}  // namespace

OP(Relu6) {
  op.group("nn_ops")
      .doc("Computes rectified linear 6: min(max(features, 0), 6).", "NaN stays NaN.")
      .input("features", "T", "")
      .domain(Domain::kNotZero)
      .output("activations", "T", "")
      .type("T", {DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_BFLOAT16,
                  DT_UINT16, DT_HALF, DT_UINT32, DT_UINT64})
      .infer(rules::SameShape)
      .gradient([](Grad& g) { return g.of("features", g.op("Relu6Grad", {g.upstream(), g.output()})); })
      .run(rules::RunUnary<kRelu6, rules::Numbers>)
      .example("Between 0 and 6.", {{"features", "float[3]:-1,2,7"}}, {"float[3]:0,2,6"});
}

}  // namespace voxgrad
