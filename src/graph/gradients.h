// Gradients of a graph, as more nodes of it.
#ifndef VOXGRAD_GRAPH_GRADIENTS_H_
#define VOXGRAD_GRAPH_GRADIENTS_H_

#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "voxgrad/graph.h"

namespace voxgrad {

/// Adds a node to the graph under a name of the caller's choice; `spec.name` is a suggestion.
using NodeAdder = std::function<absl::Status(NodeSpec spec, Node** node)>;

/// Adds the gradients of the sum of `ys` with respect to each of `xs`. `grad_ys` are the gradients that come
/// in at the ys; an endpoint without a node stands for ones. An x that no y depends on gets an endpoint
/// without a node. An op on the way without a gradient is NotFound, with TensorFlow's sentence.
absl::Status AddGradients(const std::vector<Endpoint>& ys, const std::vector<Endpoint>& xs,
                          const std::vector<Endpoint>& grad_ys, const NodeAdder& add,
                          std::vector<Endpoint>* grad_xs);

}  // namespace voxgrad

#endif  // VOXGRAD_GRAPH_GRADIENTS_H_
