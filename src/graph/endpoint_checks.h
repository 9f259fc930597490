// What callers hand over as a part of a graph, checked where it comes in.
#ifndef VOXGRAD_GRAPH_ENDPOINT_CHECKS_H_
#define VOXGRAD_GRAPH_ENDPOINT_CHECKS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "graph/plan.h"
#include "voxgrad/graph.h"

namespace voxgrad {

/// Whether that is a node of the graph at which something runs.
bool IsNodeOf(const Graph& graph, const Node* node);

/// OK for such a node. `what` begins the sentence otherwise: "Fetch 2".
absl::Status CheckNode(const Graph& graph, const Node* node, absl::string_view what);

/// The same for an output of a node.
absl::Status CheckEndpoint(const Graph& graph, const Endpoint& endpoint, absl::string_view what);

/// The same for all of a list; the sentence begins with `what` and the number of the one that is none.
absl::Status CheckEndpoints(const Graph& graph, const std::vector<Endpoint>& endpoints, const char* what);

/// The same for all that a run names, which comes with `values` for its feeds.
absl::Status CheckRequest(const Graph& graph, const RunRequest& request, size_t values);

}  // namespace voxgrad

#endif  // VOXGRAD_GRAPH_ENDPOINT_CHECKS_H_
