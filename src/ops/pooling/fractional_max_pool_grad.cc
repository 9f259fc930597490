// FractionalMaxPoolGrad: the gradient of FractionalMaxPool.
#include "kernels/listed_windows/max_windows.h"
#include "ops/pooling/fractional.h"
#include "ops/rules/images.h"
#include "ops/rules/undefined_gradient.h"

namespace voxgrad {
namespace {

absl::Status InferFractionalMaxPoolGrad(Infer& c) {
  if (absl::Status status = rules::ExpectImages(c, "orig_input"); !status.ok()) return status;
  const PartialTensorShape& input = c.input("orig_input").shape;
  c.SetOutput(0, input);
  for (const char* name : {"orig_output", "out_backprop"}) {
    if (absl::Status status = rules::CheckFractionalGrad(c, input, name); !status.ok()) return AtRun(status);
  }
  return absl::OkStatus();
}

}  // namespace

OP(FractionalMaxPoolGrad) {
  op.group("nn_ops")
      .internal()
      .doc("Computes gradient of the FractionalMaxPool function.",
           "The gradient of a window goes to its winner, which is found again from `orig_input`: the first "
           "NaN, else "
           "the first maximum in row-major order. Of `orig_output` only the shape is looked at.")
      .gradient_of("FractionalMaxPool")
      .input("orig_input", "T", "Original input for `fractional_max_pool`")
      .input("orig_output", "T", "Original output for `fractional_max_pool`")
      .input("out_backprop", "T",
             "4-D with shape `[batch, height, width, channels]`.  Gradients w.r.t. the output of "
             "`fractional_max_pool`.");
  rules::FractionalBounds(op)
      .output("output", "T", "4-D.  Gradients w.r.t. the input of `fractional_max_pool`.")
      .infer(InferFractionalMaxPoolGrad)
      .gradient(rules::UndefinedGradient)
      .run([](Run& c) {
        if (c.result().NumElements() == 0) return;
        MaxOfWindowsGrad(c.exec(), rules::GivenWindows(c, c.result().shape()), c.result().dtype(),
                         c.in("orig_input"), c.in("out_backprop"), c.out());
      })
      .example("Three windows of five columns.",
               {{"orig_input", "float[1,1,5,1]:3,1,4,1,5"},
                {"orig_output", "float[1,1,3,1]:3,4,5"},
                {"out_backprop", "float[1,1,3,1]:10,20,30"},
                {"row_pooling_sequence", "int64[2]:0,1"},
                {"col_pooling_sequence", "int64[4]:0,2,4,5"}},
               {"float[1,1,5,1]:10,0,20,0,30"});
}

}  // namespace voxgrad
