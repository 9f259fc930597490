// Pooling: one rule and one problem for all its ops.
#ifndef VOXGRAD_OPS_POOLING_POOL_H_
#define VOXGRAD_OPS_POOLING_POOL_H_

#include "absl/status/status.h"
#include "kernels/problem.h"
#include "ops/table/context.h"

namespace voxgrad::window {

/// Checks and shape rule of average pooling and its gradient; the roles of the arguments tell which is which.
absl::Status InferAvgPool(Infer& c);
/// The same for max pooling, which may also pool over the channels, and needs a cell in every window.
absl::Status InferMaxPool(Infer& c);

/// The problem for the kernels, once the rule has passed.
PoolProblem AvgPoolProblem(const Run& c);
PoolProblem MaxPoolProblem(const Run& c);

}  // namespace voxgrad::window

#endif  // VOXGRAD_OPS_POOLING_POOL_H_
