// SparseSoftmaxCrossEntropyWithLogits: a loss for classes, with the right class as label.
#include <optional>

#include "absl/strings/str_cat.h"
#include "kernels/softmax/softmax.h"
#include "ops/nn/softmax_rule.h"
#include "ops/rules/axes.h"
#include "ops/rules/shapes.h"

namespace voxgrad {
namespace {

/// What only a run can find: as many labels as rows is TensorFlow's shape function's to check, their values
/// are the kernel's.
absl::Status CheckLabels(const Infer& c, int64_t classes) {
  const std::optional<Ints> labels = rules::KnownInts(c, "labels");
  if (!labels || classes < 0) return absl::OkStatus();
  if (classes == 0)
    return AtRun(c.Invalid("features", absl::StrCat("has shape ", c.input("features").shape.DebugString(),
                                                    ", but must have at least one class.")));
  for (int64_t label : *labels) {
    if (label >= 0 && label < classes) continue;
    return AtRun(c.Invalid("labels", absl::StrCat("holds ", label, ", but must be from 0 to ", classes - 1,
                                                  ": features has ", classes, " classes.")));
  }
  return absl::OkStatus();
}

absl::Status InferSparseCrossEntropy(Infer& c) {
  const PartialTensorShape& features = c.input("features").shape;
  if (!features.unknown_rank() && features.dims() != 2) {
    return c.Invalid("features", absl::StrCat("has shape ", features.DebugString(),
                                              ", but must be a matrix, [batch, classes]."));
  }
  if (absl::Status status = rules::ExpectVector(c, "labels"); !status.ok()) return status;
  const int64_t rows = features.unknown_rank() ? -1 : features.dim_size(0);
  const int64_t labels = rules::VectorSize(c.input("labels"));
  if (rows >= 0 && labels >= 0 && rows != labels) {
    return c.Invalid("labels", absl::StrCat("has ", labels, " values, but features has ", rows,
                                            " rows; each row needs one label."));
  }
  const int64_t classes = features.unknown_rank() ? -1 : features.dim_size(1);
  const int64_t batch = rows >= 0 ? rows : labels;
  c.SetOutput(0, PartialTensorShape({batch}));
  c.SetOutput(1, PartialTensorShape({batch, classes}));
  return CheckLabels(c, classes);
}

}  // namespace

OP(SparseSoftmaxCrossEntropyWithLogits) {
  op.group("nn_ops")
      .doc("Computes softmax cross entropy cost and gradients to backpropagate.",
           "Unlike `SoftmaxCrossEntropyWithLogits`, this operation does not accept a matrix of label "
           "probabilities, but rather a single label per row of features. This label is considered to have "
           "probability 1.0 for the given row.")
      .input("features", "T", "batch_size x num_classes matrix")
      .input("labels", "Tlabels",
             "batch_size vector with values in [0, num_classes). This is the label for the given minibatch "
             "entry.")
      .on_host()
      .output("loss", "T", "Per example loss (batch_size vector).")
      .output("backprop", "T", "backpropagated gradients (batch_size x num_classes matrix).")
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .type("Tlabels", {DT_INT32, DT_INT64}, DT_INT64)
      .infer(InferSparseCrossEntropy)
      .gradient([](Grad& g) {
        g.none("labels");
        return g.of("features", rules::LossGradient(g));
      })
      .run([](Run& c) {
        const Tensor& features = c.tensor("features");
        const Tensor& labels = c.tensor("labels");
        SparseSoftmaxCrossEntropy(c.exec(), features.dtype(), features.dim_size(0), features.dim_size(1),
                                  features.data(), labels.dtype(), labels.data(), c.out(0), c.out(1));
      })
      .example("A sure thing that is wrong, and one that is right.",
               {{"features", "float[2,2]:0,200,0,200"}, {"labels", "int64[2]:0,1"}},
               {"float[2]:200,0", "float[2,2]:-1,1,0,0"});
}

}  // namespace voxgrad
