// What the ops that make random numbers share.
#ifndef VOXGRAD_OPS_RANDOM_RANDOM_H_
#define VOXGRAD_OPS_RANDOM_RANDOM_H_

#include "kernels/random/random.h"
#include "ops/table/context.h"

namespace voxgrad::rules {

/// `seed` and `seed2`.
OpBuilder& SeedAttributes(OpBuilder& op);

/// An op that fills a tensor of a given shape with real numbers, but for what it fills it with.
OpBuilder& RandomNumbers(OpBuilder& op);

/// `shape` is a vector of sizes, and the output is of that shape.
absl::Status InferRandom(Infer& c);

/// Where a call begins in its stream: the two seeds choose the stream, chance itself where both are 0. In a
/// session the stream goes on from run to run.
RandomStream StreamOf(const Run& c, int64_t count);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_RANDOM_RANDOM_H_
