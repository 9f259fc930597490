#include "graph/endpoint_checks.h"

#include "absl/strings/str_cat.h"
#include "graph/node.h"

namespace voxgrad {

bool IsNodeOf(const Graph& graph, const Node* node) {
  return node != nullptr && node->IsOp() && graph.FindNodeId(node->id()) == node;
}

absl::Status CheckNode(const Graph& graph, const Node* node, absl::string_view what) {
  if (IsNodeOf(graph, node)) return absl::OkStatus();
  if (node == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat(what,
                     " is no output of any node: the op it came from could not be made (see the scope's "
                     "status), or there is no gradient."));
  }
  if (graph.FindNodeId(node->id()) == node) {
    return absl::InvalidArgumentError(
        absl::StrCat(what, " is '", node->name(), "', one of the graph's two ends: nothing runs there."));
  }
  const std::shared_ptr<GraphParts> home = node->body().home.lock();
  const bool gone = home == nullptr || home->graph_is_gone;
  return absl::InvalidArgumentError(
      absl::StrCat(what, " is of node '", node->name(), "', which belongs to ",
                   gone ? "a graph that is gone with its scope" : "another graph",
                   "; a scope, and a session on it, take what was made in that scope only."));
}

absl::Status CheckEndpoint(const Graph& graph, const Endpoint& endpoint, absl::string_view what) {
  if (absl::Status status = CheckNode(graph, endpoint.node, what); !status.ok()) return status;
  const int outputs = endpoint.node->num_outputs();
  if (endpoint.index >= 0 && endpoint.index < outputs) return absl::OkStatus();
  return absl::OutOfRangeError(absl::StrCat(what, " is output ", endpoint.index, " of node '",
                                            endpoint.node->name(), "', which has ", outputs,
                                            outputs == 1 ? " output." : " outputs."));
}

absl::Status CheckEndpoints(const Graph& graph, const std::vector<Endpoint>& endpoints, const char* what) {
  for (size_t i = 0; i < endpoints.size(); ++i) {
    const auto& [node, index] = endpoints[i];
    if (IsNodeOf(graph, node) && index >= 0 && index < node->num_outputs()) continue;
    return CheckEndpoint(graph, endpoints[i], absl::StrCat(what, " ", i));
  }
  return absl::OkStatus();
}

absl::Status CheckRequest(const Graph& graph, const RunRequest& request, size_t values) {
  if (values != request.feeds.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("There are ", request.feeds.size(), " feeds and ", values, " values for them."));
  }
  if (absl::Status status = CheckEndpoints(graph, request.feeds, "Feed"); !status.ok()) return status;
  if (absl::Status status = CheckEndpoints(graph, request.fetches, "Fetch"); !status.ok()) return status;
  for (size_t i = 0; i < request.targets.size(); ++i) {
    if (!IsNodeOf(graph, request.targets[i]))
      return CheckNode(graph, request.targets[i], absl::StrCat("Operation to run ", i));
  }
  return absl::OkStatus();
}

}  // namespace voxgrad
