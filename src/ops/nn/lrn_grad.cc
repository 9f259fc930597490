// LRNGrad: the gradient of LRN.
#include "ops/nn/lrn_rule.h"

namespace voxgrad {

OP(LRNGrad) {
  op.group("nn_ops")
      .internal()
      .doc("Gradients for Local Response Normalization.",
           "`input_grads * norm ** -beta - 2 * alpha * beta * input_image * sum(input_grads * output_image / "
           "norm)`, "
           "the sum and the norm over the channels within `depth_radius`.")
      .gradient_of("LRN")
      .input("input_grads", "T", "4-D with shape `[batch, height, width, channels]`.")
      .input("input_image", "T", "4-D with shape `[batch, height, width, channels]`.")
      .input("output_image", "T", "4-D with shape `[batch, height, width, channels]`.")
      .output("output", "T", "The gradients for LRN.");
  rules::LrnAttributes(op)
      .infer(rules::InferLrn)
      .gradient(rules::LrnGradGradient)
      .run([](Run& c) {
        LrnGrad(c.exec(), rules::MakeLrnProblem(c), c.in("input_grads"), c.in("input_image"),
                c.in("output_image"), c.out());
      })
      .example("A single channel: the derivative of x / sqrt(3 + x * x) at 1 is 3 / 8.",
               {{"input_grads", "float[1,1,1,1]:1"},
                {"input_image", "float[1,1,1,1]:1"},
                {"output_image", "float[1,1,1,1]:0.5"},
                {"bias", "3"}},
               {"float[1,1,1,1]:0.375"});
}

}  // namespace voxgrad
