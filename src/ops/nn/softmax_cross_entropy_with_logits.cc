// SoftmaxCrossEntropyWithLogits: a loss for classes, with weights as labels.
#include "absl/strings/str_cat.h"
#include "kernels/softmax/softmax.h"
#include "ops/elementwise/elementwise.h"
#include "ops/nn/softmax_rule.h"

namespace voxgrad {
namespace {

absl::Status InferCrossEntropy(Infer& c) {
  const auto shape = rules::BroadcastShape(c, "features", "labels");
  if (!shape.ok()) return shape.status();
  if (shape->unknown_rank()) {
    c.SetOutput(0, PartialTensorShape({-1}));
    c.SetOutput(1, PartialTensorShape({-1, -1}));
    return absl::OkStatus();
  }
  if (shape->dims() != 2) {
    return c.Invalid("features", absl::StrCat("and labels together have shape ", shape->DebugString(),
                                              ", but must be [batch, classes]."));
  }
  c.SetOutput(0, PartialTensorShape({shape->dim_size(0)}));
  c.SetOutput(1, *shape);
  return absl::OkStatus();
}

/// Either operand may have been stretched to [batch, classes].
absl::Status CrossEntropyGradient(Grad& g) {
  const Grad::Value features = g.input("features");
  const Grad::Value labels = g.input("labels");
  const Grad::Value features_grad = rules::Unstretch(g, rules::LossGradient(g), features, labels);
  if (absl::Status status = g.of("features", features_grad); !status.ok()) return status;
  const Grad::Value loss_grad = g.op("ExpandDims", {g.upstream(0), g.integer(-1)});
  const Grad::Value surprise = g.op("Neg", {g.op("LogSoftmax", {features})});
  Grad::Value labels_grad = g.op("Mul", {loss_grad, surprise});
  if (g.has_upstream(1)) labels_grad = g.op("Sub", {labels_grad, g.upstream(1)});
  return g.of("labels", rules::Unstretch(g, labels_grad, labels, features));
}

}  // namespace

OP(SoftmaxCrossEntropyWithLogits) {
  op.group("nn_ops")
      .doc("Computes softmax cross entropy cost and gradients to backpropagate.",
           "For each row, loss = sum(-labels * log(softmax(features))). The backprop is softmax(features) - "
           "labels, the slope of the loss where the labels of a row sum to 1. Both inputs are stretched to "
           "each "
           "other as in NumPy.")
      .input("features", "T", "batch_size x num_classes matrix")
      .input("labels", "T",
             "batch_size x num_classes matrix. The caller must ensure that each batch of labels represents a "
             "valid probability distribution.")
      .domain(Domain::kProbabilities)
      .output("loss", "T", "Per example loss (batch_size vector).")
      .output("backprop", "T", "backpropagated gradients (batch_size x num_classes matrix).")
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .infer(InferCrossEntropy)
      .gradient(CrossEntropyGradient)
      .run([](Run& c) {
        const Tensor& features = c.tensor("features");
        const Tensor& labels = c.tensor("labels");
        const Tensor& backprop = c.result(1);
        SoftmaxCrossEntropy(c.exec(), features.dtype(), backprop.dim_size(0), backprop.dim_size(1),
                            features.data(), features.shape().dim_sizes(), labels.data(),
                            labels.shape().dim_sizes(), c.out(0), c.out(1));
      })
      .example("Equal chances, and a sure thing that is wrong.",
               {{"features", "float[2,2]:0,0,0,200"}, {"labels", "float[2,2]:0.5,0.5,1,0"}},
               {"float[2]:0.6931472,200", "float[2,2]:0,0,-1,1"});
}

}  // namespace voxgrad
