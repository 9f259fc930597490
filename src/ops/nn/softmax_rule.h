// What softmax and its losses share.
#ifndef VOXGRAD_OPS_NN_SOFTMAX_RULE_H_
#define VOXGRAD_OPS_NN_SOFTMAX_RULE_H_

#include "ops/table/context.h"
#include "ops/table/gradient.h"

namespace voxgrad::rules {

/// Of the shape of `logits`, which has one dimension at least: the last one is the classes.
absl::Status InferSoftmax(Infer& c);
void RunSoftmax(Run& c, bool logarithm);

/// The sum of each row, with a last dimension of 1.
Grad::Value RowSums(Grad& g, Grad::Value rows);

/// The gradient of a loss and its backprop with respect to `features`. The backprop is the slope of the loss,
/// and has the slope of softmax itself.
Grad::Value LossGradient(Grad& g);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_NN_SOFTMAX_RULE_H_
