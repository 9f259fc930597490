// Values of nodes that are known before anything runs: sizes, axes, permutations.
#ifndef VOXGRAD_GRAPH_FOLD_H_
#define VOXGRAD_GRAPH_FOLD_H_

#include "absl/types/span.h"
#include "graph/node.h"

namespace voxgrad {

/// Runs the op at once when all its inputs are known and it makes small integer tensors, so that shapes which
/// depend on them are known too.
void FoldValues(NodeBody* body, absl::Span<const InputInfo> inputs);

}  // namespace voxgrad

#endif  // VOXGRAD_GRAPH_FOLD_H_
