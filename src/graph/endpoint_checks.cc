#include "graph/endpoint_checks.h"

#include "absl/strings/str_cat.h"
#include "graph/node.h"

namespace voxgrad {

absl::Status CheckNode(const Graph& graph, const Node* node, absl::string_view what) {
  if (node == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat(what,
                     " is no output of any node: the op it came from could not be made (see the scope's "
                     "status), or there is no gradient."));
  }
  if (graph.FindNodeId(node->id()) == node) {
    if (node->IsOp()) return absl::OkStatus();
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

absl::Status CheckRequest(const Graph& graph, const RunRequest& request, size_t values) {
  if (values != request.feeds.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("There are ", request.feeds.size(), " feeds and ", values, " values for them."));
  }
  size_t at = 0;
  for (const Endpoint& feed : request.feeds) {
    if (absl::Status status = CheckEndpoint(graph, feed, absl::StrCat("Feed ", at++)); !status.ok())
      return status;
  }
  at = 0;
  for (const Endpoint& fetch : request.fetches) {
    if (absl::Status status = CheckEndpoint(graph, fetch, absl::StrCat("Fetch ", at++)); !status.ok())
      return status;
  }
  at = 0;
  for (const Node* target : request.targets) {
    if (absl::Status status = CheckNode(graph, target, absl::StrCat("Operation to run ", at++));
        !status.ok()) {
      return status;
    }
  }
  return absl::OkStatus();
}

}  // namespace voxgrad
