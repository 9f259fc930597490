// DepthwiseConv2dNative and its gradients: a convolution with a group for each channel. The filter [h, w,
// channels, multiplier] lies in memory as that convolution's [h, w, 1, channels · multiplier].
#ifndef VOXGRAD_OPS_CONVOLUTION_DEPTHWISE_H_
#define VOXGRAD_OPS_CONVOLUTION_DEPTHWISE_H_

#include "kernels/problem.h"
#include "ops/table/context.h"

namespace voxgrad::rules {

/// The attributes behind `T`.
OpBuilder& DepthwiseAttributes(OpBuilder& op);

/// Checks and shape rule; `conv` is the convolution, or the gradient of one, that does the work.
absl::Status InferDepthwise(Infer& c, const char* conv);

/// The problem for the kernels, once the rule has passed.
ConvProblem DepthwiseProblem(const Run& c, const char* conv);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_CONVOLUTION_DEPTHWISE_H_
