// Concat and ConcatV2 differ in the order of their inputs only.
#ifndef VOXGRAD_OPS_ARRAY_CONCAT_RULE_H_
#define VOXGRAD_OPS_ARRAY_CONCAT_RULE_H_

#include "ops/table/gradient.h"

namespace voxgrad::rules {

/// `axis` is the name of the input that says along which axis `values` are joined.
absl::Status InferConcat(Infer& c, const char* axis);
void RunConcat(Run& c, const char* axis);
/// Each value gets its own part of the gradient back.
absl::Status ConcatGradient(Grad& g, const char* axis);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_ARRAY_CONCAT_RULE_H_
