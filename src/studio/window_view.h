// Which cells meet under the window of a pooling or convolution block.
#ifndef VOXGRAD_STUDIO_WINDOW_VIEW_H_
#define VOXGRAD_STUDIO_WINDOW_VIEW_H_

#include "absl/status/statusor.h"
#include "studio/json.h"
#include "voxgrad/graph.h"

namespace voxgrad {
struct Op;
}

namespace voxgrad::studio {

/// True of an op whose window can be shown.
bool HasWindow(const Op& op);

/// {"op", "layout", "padding", "gradient", "axes": [{"name", "in", "out", "window", "stride", "dilation",
/// "before", "cells", "feeds"}]}: `cells[o]` are the input cells under window o in order of its taps, -1 in
/// the padding; `feeds[i]` the windows that cover cell i. Lists end after 256 cells; then "cut" is true.
absl::StatusOr<Json> WindowJson(const Node& node);

/// How many groups a convolution or one of its gradients has; 0 when that is not known, or it is none.
int64_t ConvolutionGroups(const Node& node);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_WINDOW_VIEW_H_
