#include "voxgrad/graph.h"

#include <unordered_map>

#include "absl/strings/str_cat.h"
#include "graph/fold.h"
#include "graph/node.h"

namespace voxgrad {
namespace {

bool IsNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// TensorFlow's rule: a letter, digit or dot, then those and _ \ - / >.
bool IsValidName(const std::string& name) {
  if (name.empty() || !(IsNameCharacter(name[0]) || name[0] == '.')) return false;
  for (char c : name) {
    if (!IsNameCharacter(c) && std::string("_.\\-/>").find(c) == std::string::npos) return false;
  }
  return true;
}

/// TensorFlow looks at names only when a graph is handed to a session.
absl::Status NameFinding(const std::string& name) {
  if (IsValidName(name)) return absl::OkStatus();
  return AtRun(absl::InvalidArgumentError(
      absl::StrCat("Node name \"", name,
                   "\" is not valid: it begins with a letter, a digit or a dot, and holds those and "
                   "_ - / > only.")));
}

/// Takes the attributes whose names begin with "_" out of the list.
std::vector<NamedAttribute> TakeExtras(std::vector<NamedAttribute>* attributes) {
  std::vector<NamedAttribute> extras;
  std::vector<NamedAttribute> rest;
  for (NamedAttribute& attribute : *attributes) {
    const bool extra = !attribute.name.empty() && attribute.name[0] == '_';
    (extra ? extras : rest).push_back(std::move(attribute));
  }
  *attributes = std::move(rest);
  return extras;
}

absl::Status CheckVariables(const NodeBody& body) {
  const OpCall call(*body.op, body.name, body.slots);
  for (size_t i = 0; i < body.inputs.size(); ++i) {
    const ArgDef& arg = body.op->inputs[ArgOfInput(*body.op, i, body.slots)];
    if (arg.is_ref && !IsVariable(body.inputs[i])) {
      return call.WrongType(
          arg.name, absl::StrCat("is output ", body.inputs[i].index, " of ", body.inputs[i].node->name(),
                                 ", but must be a variable (a reference)."));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckInputs(const NodeSpec& spec) {
  for (const Endpoint& input : spec.inputs) {
    if (input.node == nullptr)
      return absl::InvalidArgumentError(
          absl::StrCat("An input of ", spec.op, " (", spec.name, ") is missing."));
    if (input.index < 0 || input.index >= input.node->num_outputs()) {
      return absl::OutOfRangeError(absl::StrCat("Node '", spec.name, "' wants output ", input.index, " of '",
                                                input.node->name(), "', which has ",
                                                input.node->num_outputs(), "."));
    }
  }
  return absl::OkStatus();
}

/// Finds the outputs' types, shapes and values as far as they follow.
absl::Status InferNode(NodeBody* body, bool infer_shapes) {
  std::vector<InputInfo> infos;
  for (const Endpoint& input : body->inputs) {
    const OutputInfo& info = InfoOf(input);
    infos.push_back({info.dtype, info.shape, info.value ? &*info.value : nullptr});
  }
  if (!infer_shapes) {
    for (DataType type : OutputTypes(*body->op, body->slots)) body->outputs.push_back({type});
    return absl::OkStatus();
  }
  body->finding = InferCompleted(*body->op, body->name, infos, body->slots, &body->outputs);
  if (!body->finding.ok() && !IsAtRun(body->finding)) return body->finding;
  FoldValues(body, infos);
  return absl::OkStatus();
}

}  // namespace

struct Graph::Index {
  std::unordered_map<std::string, Node*> by_name;
};

Graph::Graph() : index_(std::make_unique<Index>()) {}
Graph::~Graph() = default;

Node* Graph::FindNode(const std::string& name) const {
  const auto found = index_->by_name.find(name);
  return found == index_->by_name.end() ? nullptr : found->second;
}

absl::Status Graph::AddNode(NodeSpec spec, Node** node, bool infer_shapes) {
  *node = nullptr;
  if (FindNode(spec.name) != nullptr)
    return absl::AlreadyExistsError(absl::StrCat("Duplicate node name in graph: '", spec.name, "'"));
  if (absl::Status status = CheckInputs(spec); !status.ok()) return status;
  auto body = std::make_unique<NodeBody>();
  body->op = FindOp(spec.op);
  if (body->op == nullptr) return UnknownOpError(spec.op);
  body->name = spec.name;
  body->index = num_op_nodes();
  body->extras = TakeExtras(&spec.attributes);
  if (absl::Status status = FillSlots(*body->op, spec.name, spec.attributes, &body->slots); !status.ok())
    return status;
  std::vector<DataType> types;
  for (const Endpoint& input : spec.inputs) types.push_back(InfoOf(input).dtype);
  if (absl::Status status = CompleteSlots(*body->op, spec.name, types, &body->slots); !status.ok())
    return status;
  body->inputs = std::move(spec.inputs);
  body->control_inputs = std::move(spec.control_inputs);
  body->device = std::move(spec.device);
  if (absl::Status status = CheckVariables(*body); !status.ok()) return status;
  if (absl::Status status = InferNode(body.get(), infer_shapes); !status.ok()) return status;
  if (absl::Status status = NameFinding(body->name); !status.ok()) {
    body->finding = status;
    body->has_bad_name = true;
  }
  nodes_.push_back(std::make_unique<Node>(std::move(body)));
  *node = nodes_.back().get();
  list_.push_back(*node);
  index_->by_name[(*node)->name()] = *node;
  return absl::OkStatus();
}

}  // namespace voxgrad
