// Products of matrices, one for each place of the dimensions before.
#ifndef VOXGRAD_OPS_MATH_BATCH_MATMUL_H_
#define VOXGRAD_OPS_MATH_BATCH_MATMUL_H_

#include "ops/table/gradient.h"

namespace voxgrad::rules {

/// The attributes behind `T`.
OpBuilder& BatchMatMulAttributes(OpBuilder& op);

/// `broadcast`: the dimensions before the last two are stretched to each other; otherwise they are equal.
absl::Status InferBatchMatMul(Infer& c, bool broadcast);
void RunBatchMatMul(Run& c);
absl::Status BatchMatMulGradient(Grad& g, bool broadcast);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_MATH_BATCH_MATMUL_H_
