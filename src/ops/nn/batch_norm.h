// The three versions of FusedBatchNorm and of its gradient, which differ in their types and outputs.
#ifndef VOXGRAD_OPS_NN_BATCH_NORM_H_
#define VOXGRAD_OPS_NN_BATCH_NORM_H_

#include <string>

#include "ops/table/gradient.h"

namespace voxgrad::rules {

/// The inputs and the first five outputs of the forward op; `stats` is the type attribute of what there is
/// one of for each channel.
OpBuilder& BatchNormArguments(OpBuilder& op, const std::string& stats);
/// The same for the gradient: `scale` is of type `scale_type`, or of type attribute `stats` where that is
/// DT_INVALID; `reserved` is the number of the first output behind the three gradients.
OpBuilder& BatchNormGradArguments(OpBuilder& op, const std::string& stats, DataType scale_type,
                                  bool third_reserve, int reserved);
/// `epsilon`, `exponential_avg_factor` (of the forward op), `data_format` (`volumes`: also of volumes),
/// `is_training`.
OpBuilder& BatchNormAttributes(OpBuilder& op, bool forward, bool volumes);

absl::Status InferBatchNorm(Infer& c);
void RunBatchNorm(Run& c);
/// In terms of the op of that name.
absl::Status BatchNormGradient(Grad& g, const char* grad_op);

absl::Status InferBatchNormGrad(Infer& c);
void RunBatchNormGrad(Run& c);
/// By the formula; the moments that were reserved are those of `x`.
absl::Status BatchNormSecondGradient(Grad& g);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_NN_BATCH_NORM_H_
