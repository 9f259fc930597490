// Relu: what is above 0.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/shapes.h"

namespace voxgrad {

OP(Relu) {
  op.group("nn_ops")
      .doc("Computes rectified linear: max(features, 0).", "NaN stays NaN.")
      .input("features", "T", "")
      .domain(Domain::kNotZero)
      .output("activations", "T", "")
      .type("T", {DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_BFLOAT16,
                  DT_UINT16, DT_HALF, DT_UINT32, DT_UINT64})
      .without("qint8", "a packed type of one vendor's GPUs; use int8.")
      .infer(rules::SameShape)
      .gradient([](Grad& g) { return g.of("features", g.op("ReluGrad", {g.upstream(), g.output()})); })
      .run(rules::RunUnary<elementwise::kRelu, rules::Numbers>)
      .example("What is below 0 becomes 0.", {{"features", "float[3]:-1,0,2"}}, {"float[3]:0,0,2"});
}

}  // namespace voxgrad
