// The nodes under a Gradients block.
#ifndef VOXGRAD_STUDIO_FOLD_GRADIENTS_H_
#define VOXGRAD_STUDIO_FOLD_GRADIENTS_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "studio/page_build.h"

namespace voxgrad::studio {

/// Adds the gradients of `ys` with respect to `xs` to the graph and sets the block's `folded` and `outputs`.
/// Each node is called what `free_name` makes of the name that it would like. A block that fails has none.
absl::Status FoldGradients(const std::vector<Endpoint>& ys, const std::vector<Endpoint>& xs,
                           const std::vector<Endpoint>& upstream, Graph* graph,
                           const std::function<std::string(const std::string&)>& free_name,
                           BuiltBlock* block);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_FOLD_GRADIENTS_H_
