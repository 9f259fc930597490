// Convolution: one rule and one problem for the op and its two gradients.
#ifndef VOXGRAD_OPS_CONVOLUTION_CONV_H_
#define VOXGRAD_OPS_CONVOLUTION_CONV_H_

#include "absl/status/status.h"
#include "kernels/problem.h"
#include "ops/table/context.h"

namespace voxgrad::window {

/// Checks and shape rule of a convolution or one of its gradients; the roles of the arguments tell which.
absl::Status InferConv(Infer& c);

/// The problem for the kernels, once the rule has passed.
ConvProblem MakeConvProblem(const Run& c);

}  // namespace voxgrad::window

#endif  // VOXGRAD_OPS_CONVOLUTION_CONV_H_
