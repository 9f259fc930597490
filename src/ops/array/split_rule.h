// Split and SplitV: a tensor cut into pieces along an axis.
#ifndef VOXGRAD_OPS_ARRAY_SPLIT_RULE_H_
#define VOXGRAD_OPS_ARRAY_SPLIT_RULE_H_

#include "ops/table/gradient.h"

namespace voxgrad::rules {

/// Each output is the next piece of `value` along `split_dim`.
void RunSplit(Run& c);

/// The pieces joined again.
absl::Status SplitGradient(Grad& g);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_ARRAY_SPLIT_RULE_H_
