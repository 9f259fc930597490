#include "graph/node.h"

#include "absl/strings/str_cat.h"

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
Endpoint Node::input(int i) const { return body_->inputs[static_cast<size_t>(i)]; }
const std::vector<Node*>& Node::control_inputs() const { return body_->control_inputs; }
const absl::Status& Node::finding() const { return body_->finding; }
const std::string& Node::requested_device() const { return body_->device; }

DataType Node::input_type(int i) const {
  const Endpoint from = input(i);
  const ArgDef& arg = body_->op->inputs[ArgOfInput(*body_->op, static_cast<size_t>(i), body_->slots)];
  const DataType type = InfoOf(from).dtype;
  return arg.is_ref ? MakeRefType(type) : type;
}

DataType Node::output_type(int i) const {
  const DataType type = body_->outputs[static_cast<size_t>(i)].dtype;
  return body_->output_arg(static_cast<size_t>(i)).is_ref ? MakeRefType(type) : type;
}

PartialTensorShape Node::output_shape(int i) const { return body_->outputs[static_cast<size_t>(i)].shape; }

absl::Status Node::input_node(int i, const Node** node) const {
  if (i < 0 || i >= num_inputs()) {
    return absl::InvalidArgumentError(
        absl::StrCat("Invalid input_node index ", i, ": node ", name(), " has ", num_inputs(), " inputs."));
  }
  *node = input(i).node;
  return absl::OkStatus();
}

}  // namespace voxgrad
