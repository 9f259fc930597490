// Gradient ops that no op of TensorFlow's differentiates.
#ifndef VOXGRAD_OPS_RULES_UNDEFINED_GRADIENT_H_
#define VOXGRAD_OPS_RULES_UNDEFINED_GRADIENT_H_

#include "ops/table/gradient.h"

namespace voxgrad::rules {

/// Says so, instead of letting nothing flow back.
absl::Status UndefinedGradient(Grad& g);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_RULES_UNDEFINED_GRADIENT_H_
