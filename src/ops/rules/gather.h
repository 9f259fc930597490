// Gather and GatherV2: slices of a tensor, picked along one axis.
#ifndef VOXGRAD_OPS_RULES_GATHER_H_
#define VOXGRAD_OPS_RULES_GATHER_H_

#include "ops/table/gradient.h"

namespace voxgrad::rules {

/// Which axis of `params` is picked along, and how many leading dimensions the indices share with it.
struct GatherAxes {
  int64_t axis = 0;
  int64_t batch = 0;
};

/// Checks and shape rule; `axes` are as the caller gave them, below 0 from behind.
absl::Status InferGather(Infer& c, const GatherAxes& axes);
void RunGather(Run& c, const GatherAxes& axes);

/// The gradient of `params`: what was picked several times gets the sum. `axis` is a scalar, `batch` the
/// number of leading dimensions (not below 0).
Grad::Value GatherGradient(Grad& g, Grad::Value axis, int64_t batch);

/// `rows` where `keep`, which has one boolean for each of them, is true; zeros elsewhere.
Grad::Value KeepRows(Grad& g, Grad::Value keep, Grad::Value rows);

/// The rows of `from` with these numbers.
Grad::Value PickRows(Grad& g, Grad::Value from, Grad::Value numbers);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_RULES_GATHER_H_
