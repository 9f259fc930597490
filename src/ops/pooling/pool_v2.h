// The MaxPool ops whose windows and strides are inputs.
#ifndef VOXGRAD_OPS_POOLING_POOL_V2_H_
#define VOXGRAD_OPS_POOLING_POOL_V2_H_

#include "kernels/problem.h"
#include "ops/table/context.h"

namespace voxgrad::rules {

/// `ksize` and `strides`, the last two inputs.
OpBuilder& WindowInputs(OpBuilder& op);

/// Checks and shape rule; `pool` is the op that has both as attributes.
absl::Status InferPoolV2(Infer& c, const char* pool);

/// The problem for the kernels, once the rule has passed.
PoolProblem PoolV2Problem(const Run& c, const char* pool);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_POOLING_POOL_V2_H_
