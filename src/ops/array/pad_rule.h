// Pad and PadV2 differ in the value they put around a tensor.
#ifndef VOXGRAD_OPS_ARRAY_PAD_RULE_H_
#define VOXGRAD_OPS_ARRAY_PAD_RULE_H_

#include "ops/table/gradient.h"

namespace voxgrad::rules {

absl::Status InferPad(Infer& c);

/// Copies `input` into its place and puts `value` everywhere else.
void RunPad(Run& c, const void* value);

/// What of a gradient falls onto `input`.
Grad::Value CropGradient(Grad& g);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_ARRAY_PAD_RULE_H_
