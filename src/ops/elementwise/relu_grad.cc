// ReluGrad: the gradient of Relu.
#include "ops/elementwise/elementwise.h"

namespace voxgrad {
namespace {

constexpr auto kReluGrad = [](auto gradient, auto feature) {
  return feature > 0 ? gradient : decltype(gradient)(0);
};

}  // namespace

OP(ReluGrad) {
  op.group("nn_ops")
      .internal()
      .doc("Computes rectified linear gradients for a Relu operation.", "`gradients * (features > 0)`.")
      .gradient_of("Relu")
      .input("gradients", "T", "The backpropagated gradients to the corresponding op.")
      .input("features", "T",
             "The features passed as input to the corresponding Relu operation, or the outputs of that "
             "operation: both give the same.")
      .domain(Domain::kNotZero)
      .output("backprops", "T", "")
      .type("T", {DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_BFLOAT16,
                  DT_UINT16, DT_HALF, DT_UINT32, DT_UINT64})
      .infer(rules::EqualShapes)
      .gradient(rules::GradientOfMask)
      .run(rules::RunBinary<kReluGrad, rules::Numbers>)
      .example("Only what was above 0 gets its gradient.",
               {{"gradients", "float[3]:1,2,3"}, {"features", "float[3]:-1,0,2"}}, {"float[3]:0,0,3"});
}

}  // namespace voxgrad
