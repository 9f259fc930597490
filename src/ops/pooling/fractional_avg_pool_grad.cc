// FractionalAvgPoolGrad: the gradient of FractionalAvgPool.
#include "absl/strings/str_cat.h"
#include "kernels/listed_windows/mean_windows.h"
#include "ops/pooling/fractional.h"
#include "ops/rules/axes.h"
#include "ops/rules/undefined_gradient.h"

namespace voxgrad {
namespace {

constexpr char kSizes[] = "orig_input_tensor_shape";

absl::Status InferFractionalAvgPoolGrad(Infer& c) {
  if (absl::Status status = rules::ExpectVector(c, kSizes); !status.ok()) return AtRun(status);
  const int64_t count = rules::VectorSize(c.input(kSizes));
  if (count >= 0 && count != 4)
    return AtRun(c.Invalid(kSizes, absl::StrCat("has ", count, " values, but must have 4.")));
  PartialTensorShape input = rules::OfRank(4);
  if (const std::optional<Ints> sizes = rules::KnownInts(c, kSizes)) {
    if (absl::Status status = rules::CheckShape(c, kSizes, *sizes); !status.ok()) return AtRun(status);
    input = PartialTensorShape(*sizes);
  }
  c.SetOutput(0, input);
  return AtRun(rules::CheckFractionalGrad(c, input, "out_backprop"));
}

}  // namespace

OP(FractionalAvgPoolGrad) {
  op.group("nn_ops")
      .internal()
      .doc("Computes gradient of the FractionalAvgPool function.",
           "Unlike FractionalMaxPoolGrad, we don't need to find arg_max for FractionalAvgPoolGrad, we just "
           "need to "
           "evenly back-propagate each element of out_backprop to those indices that form the same pooling "
           "cell. "
           "Therefore, we just need to know the shape of original input tensor, instead of the whole tensor.")
      .gradient_of("FractionalAvgPool")
      .input(kSizes, DT_INT64, "Original input tensor shape for `fractional_avg_pool`")
      .on_host()
      .input("out_backprop", "T",
             "4-D with shape `[batch, height, width, channels]`.  Gradients w.r.t. the output of "
             "`fractional_avg_pool`.");
  rules::FractionalBounds(op)
      .output("output", "T", "4-D.  Gradients w.r.t. the input of `fractional_avg_pool`.")
      .infer(InferFractionalAvgPoolGrad)
      .gradient(rules::UndefinedGradient)
      .run([](Run& c) {
        if (c.result().NumElements() == 0) return;
        MeanOfWindowsGrad(c.exec(), rules::GivenWindows(c, c.result().shape()), c.result().dtype(),
                          c.in("out_backprop"), c.out());
      })
      .example("Three windows of five columns.",
               {{kSizes, "int64[4]:1,1,5,1"},
                {"out_backprop", "float[1,1,3,1]:10,20,30"},
                {"row_pooling_sequence", "int64[2]:0,1"},
                {"col_pooling_sequence", "int64[4]:0,2,4,5"}},
               {"float[1,1,5,1]:5,5,10,10,30"});
}

}  // namespace voxgrad
