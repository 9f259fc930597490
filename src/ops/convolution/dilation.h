// Dilation2D: one rule and one problem for the op and its two gradients.
#ifndef VOXGRAD_OPS_CONVOLUTION_DILATION_H_
#define VOXGRAD_OPS_CONVOLUTION_DILATION_H_

#include "absl/status/status.h"
#include "kernels/listed_windows/windows.h"
#include "ops/table/context.h"

namespace voxgrad::window {

/// The inputs `input` and `filter`, and the attributes.
OpBuilder& DilationInputs(OpBuilder& op);
OpBuilder& DilationAttributes(OpBuilder& op);

/// Checks, and the shape of what Dilation2D gives.
absl::Status InferDilation(Infer& c);

/// Where some tensor has no cells, an op gives nothing, or zeros; then this is done, and true.
bool ZeroIfNoCells(const Run& c);
/// The problem for the kernels otherwise, once the rule has passed.
WindowGrid DilationGrid(const Run& c);

}  // namespace voxgrad::window

#endif  // VOXGRAD_OPS_CONVOLUTION_DILATION_H_
