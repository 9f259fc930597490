// What a node holds, for the floors of this library.
#ifndef VOXGRAD_GRAPH_NODE_H_
#define VOXGRAD_GRAPH_NODE_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "ops/table/check.h"
#include "ops/table/invoke.h"
#include "ops/table/op.h"
#include "voxgrad/graph.h"

namespace voxgrad {

/// What a graph is made of. It outlives the graph where an Operation still names one of its nodes.
struct GraphParts {
  std::vector<std::unique_ptr<Node>> nodes;
  std::vector<std::unique_ptr<Edge>> edges;
  std::atomic<bool> graph_is_gone = false;
};

struct NodeBody {
  std::weak_ptr<GraphParts> home;  // what the node is part of
  std::string name;
  const Op* op = nullptr;
  int index = 0;                       // place in the graph
  AttrSlots slots;                     // complete
  std::vector<NamedAttribute> extras;  // "_…"
  std::vector<Endpoint> inputs;
  std::vector<Node*> control_inputs;
  std::string device;
  std::vector<OutputInfo> outputs;
  absl::Status finding;
  bool has_bad_name = false;  // then the finding says so, and stands whatever is fed
  bool refused = false;       // then the finding is what TensorFlow's shape function would say

  DataTypeVector input_types;
  DataTypeVector output_types;
  EdgeSet in_edges;
  EdgeSet out_edges;
  // Made by Node::def() when it is first called.
  mutable std::once_flag def_made;
  mutable std::shared_ptr<const NodeDef> def;

  /// The argument that output i belongs to.
  const ArgDef& output_arg(size_t i) const;
};

/// What is known of an output of a node.
inline const OutputInfo& InfoOf(const Endpoint& endpoint) {
  return endpoint.node->body().outputs[static_cast<size_t>(endpoint.index)];
}

/// True when the output is a variable itself.
bool IsVariable(const Endpoint& endpoint);

/// What Graph::AddNode would say of a node, its finding included, but for what it says of the name. Nothing
/// is added, and the inputs know nothing of it.
absl::Status TryNode(NodeSpec spec);

}  // namespace voxgrad

#endif  // VOXGRAD_GRAPH_NODE_H_
