// Looking for NaN and infinities between nodes.
#ifndef VOXGRAD_GRAPH_NUMERICS_H_
#define VOXGRAD_GRAPH_NUMERICS_H_

#include "absl/status/status.h"
#include "graph/node.h"

namespace voxgrad {

/// An error that names the node and the first bad value when one of its results holds a NaN or an infinity.
absl::Status CheckNumerics(const Node& node, const Results& results);

}  // namespace voxgrad

#endif  // VOXGRAD_GRAPH_NUMERICS_H_
