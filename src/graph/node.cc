#include "graph/node.h"

#include "absl/strings/str_cat.h"
#include "core/error.h"

namespace voxgrad {

const ArgDef& NodeBody::output_arg(size_t i) const {
  size_t arg = 0;
  while (op->has_lists && arg + 1 < op->outputs.size() && i >= RangeOf(*op, op->outputs, arg, slots).end)
    ++arg;
  return op->outputs[op->has_lists ? arg : i];
}

bool IsVariable(const Endpoint& endpoint) {
  return endpoint.node->body().output_arg(static_cast<size_t>(endpoint.index)).is_ref;
}

Node::Node(std::unique_ptr<NodeBody> body) : body_(std::move(body)) {}
Node::~Node() = default;

const std::string& Node::name() const { return body_->name; }
const std::string& Node::type_string() const { return body_->op->name; }
int Node::id() const { return body_->index + 2; }
int Node::num_inputs() const { return static_cast<int>(body_->inputs.size()); }
int Node::num_outputs() const { return static_cast<int>(body_->outputs.size()); }
Endpoint Node::input(int i) const {
  return i >= 0 && i < num_inputs() ? body_->inputs[static_cast<size_t>(i)] : Endpoint();
}
const std::vector<Node*>& Node::control_inputs() const { return body_->control_inputs; }
const absl::Status& Node::finding() const { return body_->finding; }
const std::string& Node::requested_device() const { return body_->device; }

const std::string& Node::assigned_device_name() const {
  static const std::string* const kNone = new std::string();
  return *kNone;
}

DataType Node::input_type(int i) const {
  return i >= 0 && i < num_inputs() ? body_->input_types[static_cast<size_t>(i)] : DT_INVALID;
}
DataType Node::output_type(int i) const {
  return i >= 0 && i < num_outputs() ? body_->output_types[static_cast<size_t>(i)] : DT_INVALID;
}
const DataTypeVector& Node::input_types() const { return body_->input_types; }
const DataTypeVector& Node::output_types() const { return body_->output_types; }
const EdgeSet& Node::in_edges() const { return body_->in_edges; }
const EdgeSet& Node::out_edges() const { return body_->out_edges; }

PartialTensorShape Node::output_shape(int i) const {
  return i >= 0 && i < num_outputs() ? body_->outputs[static_cast<size_t>(i)].shape : PartialTensorShape();
}

absl::Status Node::input_edge(int i, const Edge** edge) const {
  if (i < 0 || i >= num_inputs()) {
    return absl::InvalidArgumentError(
        absl::StrCat("Node '", name(), "' has ", num_inputs(), " inputs; there is no input ", i, "."));
  }
  if (edge == nullptr) return NullResult("Node::input_edge", "edge");
  *edge = *(body_->in_edges.begin() + i);  // those of the inputs come first
  return absl::OkStatus();
}

absl::Status Node::input_edges(std::vector<const Edge*>* edges) const {
  if (edges == nullptr) return NullResult("Node::input_edges", "edges");
  edges->assign(body_->in_edges.begin(), body_->in_edges.begin() + num_inputs());
  return absl::OkStatus();
}

absl::Status Node::input_node(int i, Node** node) const {
  if (node == nullptr) return NullResult("Node::input_node", "node");
  const Edge* edge = nullptr;
  absl::Status status = input_edge(i, &edge);
  if (status.ok()) *node = edge->src();
  return status;
}

absl::Status Node::input_node(int i, const Node** node) const {
  if (node == nullptr) return NullResult("Node::input_node", "node");
  Node* found = nullptr;
  absl::Status status = input_node(i, &found);
  if (status.ok()) *node = found;
  return status;
}

std::vector<Node*> Node::in_nodes() const {
  std::vector<Node*> nodes;
  for (const Edge* edge : in_edges()) nodes.push_back(edge->src());
  return nodes;
}

std::vector<Node*> Node::out_nodes() const {
  std::vector<Node*> nodes;
  for (const Edge* edge : out_edges()) nodes.push_back(edge->dst());
  return nodes;
}

std::string Edge::DebugString() const {
  return absl::StrCat("[id=", id_, " ", src_->name(), ":", src_output_, " -> ", dst_->name(), ":", dst_input_,
                      "]");
}

}  // namespace voxgrad
