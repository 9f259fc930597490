// Relu6Grad: the gradient of Relu6.
#include "ops/elementwise/elementwise.h"

namespace voxgrad {
namespace {

constexpr auto kRelu6Grad = [](auto gradient, auto feature) {
  return feature > 0 && feature < 6 ? gradient : decltype(gradient)(0);
};

}  // namespace

OP(Relu6Grad) {
  op.group("nn_ops")
      .internal()
      .doc("Computes rectified linear 6 gradients for a Relu6 operation.",
           "`gradients * (features > 0) * (features < 6)`.")
      .gradient_of("Relu6")
      .input("gradients", "T", "The backpropagated gradients to the corresponding op.")
      .input("features", "T",
             "The features passed as input to the corresponding Relu6 operation, or its output: both give "
             "the same.")
      .domain(Domain::kNotZero)
      .output("backprops", "T", "")
      .type("T", {DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_BFLOAT16,
                  DT_UINT16, DT_HALF, DT_UINT32, DT_UINT64})
      .infer(rules::EqualShapes)
      .gradient(rules::GradientOfMask)
      .run(rules::RunBinary<kRelu6Grad, rules::Numbers>)
      .example("Only what was between 0 and 6 gets its gradient.",
               {{"gradients", "float[3]:1,2,3"}, {"features", "float[3]:-1,3,6"}}, {"float[3]:0,2,0"});
}

}  // namespace voxgrad
