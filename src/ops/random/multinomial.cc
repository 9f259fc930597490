// Multinomial: classes drawn by their weights.
#include "absl/strings/str_cat.h"
#include "ops/random/random.h"
#include "ops/rules/axes.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

absl::Status InferMultinomial(Infer& c) {
  const PartialTensorShape& logits = c.input("logits").shape;
  if (!logits.unknown_rank() && logits.dims() != 2) {
    return c.Invalid("logits",
                     absl::StrCat("has shape ", logits.DebugString(),
                                  ", but must be a matrix, a row of classes for each distribution."));
  }
  if (absl::Status status = rules::ExpectScalar(c, "num_samples"); !status.ok()) return status;
  const std::optional<int64_t> samples = rules::KnownInt(c, "num_samples");
  c.SetOutput(0, PartialTensorShape({logits.unknown_rank() ? -1 : logits.dim_size(0), -1}));
  if (!samples) return absl::OkStatus();
  if (*samples < 0)
    return c.Invalid("num_samples", absl::StrCat("is ", *samples, ", but must not be below 0."));
  if (logits.unknown_rank()) return absl::OkStatus();
  c.SetOutput(0, PartialTensorShape({logits.dim_size(0), *samples}));
  if (logits.dim_size(1) != 0) return absl::OkStatus();
  return AtRun(
      c.Invalid("logits", absl::StrCat("is ", logits.DebugString(), " and has no classes to draw from.")));
}

}  // namespace

OP(Multinomial) {
  op.group("random_ops")
      .doc("Draws samples from a multinomial distribution.",
           "Each row of `logits` holds the logarithms of the weights of its classes; those that are not "
           "finite "
           "have none. The stream is the one that a single thread of TensorFlow draws for the same seeds; "
           "where several share the rows, its answer follows their number.")
      .input("logits", "T", "2-D Tensor with shape `[batch_size, num_classes]`.")
      .input("num_samples", DT_INT32, "0-D. Number of independent samples to draw for each row slice.")
      .on_host()
      .output("output", "output_dtype",
              "2-D Tensor with shape `[batch_size, num_samples]`: the drawn classes.");
  rules::SeedAttributes(op)
      .type("T", rules::RealNumbers())
      .type("output_dtype", {DT_INT32, DT_INT64}, DT_INT64)
      .stateful()
      .no_gradient()
      .infer(InferMultinomial)
      .run([](Run& c) {
        const Tensor& logits = c.tensor("logits");
        const Tensor& output = c.result();
        const MultinomialProblem problem = {logits.dtype(), logits.dim_size(0), logits.dim_size(1),
                                            output.dim_size(1), output.dtype()};
        // TensorFlow sets two words aside for each sample, of rows filled up to fours.
        const int64_t reserved = problem.rows * ((problem.samples + 3) / 4 * 4) * 2;
        FillMultinomial(c.exec(), rules::StreamOf(c, reserved), problem, logits.data(), c.out());
      });
}

}  // namespace voxgrad
