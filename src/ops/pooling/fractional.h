// Fractional pooling: windows of uneven sizes between drawn bounds, and gradients that are told the bounds.
#ifndef VOXGRAD_OPS_POOLING_FRACTIONAL_H_
#define VOXGRAD_OPS_POOLING_FRACTIONAL_H_

#include "kernels/listed_windows/windows.h"
#include "ops/table/context.h"

namespace voxgrad::rules {

/// The outputs behind the first, and the attributes.
OpBuilder& FractionalOutputs(OpBuilder& op);
/// The last two inputs of a gradient, and its attributes.
OpBuilder& FractionalBounds(OpBuilder& op);

absl::Status InferFractionalPool(Infer& c);

/// Checks of a gradient; `input` and `output` are what is known of the sizes that go in and come out of the
/// pooling.
absl::Status CheckFractionalGrad(const Infer& c, const PartialTensorShape& input, absl::string_view output);

/// Draws the bounds, writes them to the outputs behind the first, and gives the windows between them.
WindowGrid DrawWindows(const Run& c);

/// The windows between the bounds that a gradient is given.
WindowGrid GivenWindows(const Run& c, const TensorShape& input);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_POOLING_FRACTIONAL_H_
