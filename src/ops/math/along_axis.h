// Ops that walk along one axis: where the extreme is, and cumulative sums.
#ifndef VOXGRAD_OPS_MATH_ALONG_AXIS_H_
#define VOXGRAD_OPS_MATH_ALONG_AXIS_H_

#include "kernels/sums/along_axis.h"
#include "ops/table/context.h"

namespace voxgrad::rules {

/// A tensor as it lies around one of its axes; an axis below 0 counts from behind.
AxisWalk WalkAlong(const Tensor& tensor, int64_t axis);

/// `input` with its types, `dimension` and the output of ArgMax and ArgMin.
OpBuilder& ArgExtremeArguments(OpBuilder& op);
absl::Status InferArgExtreme(Infer& c);
void RunArgExtreme(Run& c, bool largest);

/// Everything of a cumulative op but its words, its gradient and its loop.
OpBuilder& CumulateArguments(OpBuilder& op);
void RunCumulate(Run& c, bool product);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_MATH_ALONG_AXIS_H_
