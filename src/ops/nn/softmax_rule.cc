#include "ops/nn/softmax_rule.h"

#include "kernels/softmax/softmax.h"

namespace voxgrad::rules {

absl::Status InferSoftmax(Infer& c) {
  const PartialTensorShape& logits = c.input("logits").shape;
  if (logits.dims() == 0)
    return c.Invalid("logits", "is a scalar, but must have at least 1 dimension, the last one the classes.");
  c.SetOutput(0, logits);
  return absl::OkStatus();
}

void RunSoftmax(Run& c, bool logarithm) {
  const Tensor& logits = c.tensor("logits");
  const int64_t classes = logits.dim_size(logits.dims() - 1);
  if (logits.NumElements() == 0) return;
  Softmax(c.exec(), logarithm, logits.dtype(), logits.NumElements() / classes, classes, logits.data(),
          c.out());
}

Grad::Value RowSums(Grad& g, Grad::Value rows) {
  return g.op("Sum", {rows, g.ints({-1})}, {{"keep_dims", true}});
}

Grad::Value LossGradient(Grad& g) {
  const Grad::Value backprop = g.output(1);
  const Grad::Value slope = g.op("Mul", {g.op("ExpandDims", {g.upstream(0), g.integer(-1)}), backprop});
  if (!g.has_upstream(1)) return slope;
  const Grad::Value softmax = g.op("Softmax", {g.input("features")});
  const Grad::Value weighted = g.op("Mul", {g.upstream(1), softmax});
  const Grad::Value mean = g.op("Mul", {RowSums(g, weighted), softmax});
  return g.op("AddV2", {slope, g.op("Sub", {weighted, mean})});
}

}  // namespace voxgrad::rules
