#include "voxgrad/graph.h"

#include <unordered_map>

#include "absl/strings/str_cat.h"
#include "core/error.h"
#include "core/own_copy.h"
#include "graph/endpoint_checks.h"
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

/// A tensor among the attributes becomes the graph's own: what the caller does with theirs changes nothing.
absl::Status OwnTensors(absl::Span<Attribute> attributes) {
  for (Attribute& attribute : attributes) {
    std::vector<Tensor> tensors;
    if (const Tensor* one = attribute.get<Tensor>()) tensors = {*one};
    if (const auto* many = attribute.get<std::vector<Tensor>>()) tensors = *many;
    if (tensors.empty()) continue;
    const bool is_list = attribute.get<Tensor>() == nullptr;
    attribute = Attribute();  // no longer a holder
    for (Tensor& tensor : tensors) {
      if (absl::Status status = MakeOwn(&tensor); !status.ok()) return status;
    }
    attribute = is_list ? Attribute(std::move(tensors)) : Attribute(std::move(tensors[0]));
  }
  return absl::OkStatus();
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

/// What a new node builds on must be in its graph, and nowhere else.
absl::Status CheckBelong(const Graph& graph, const NodeSpec& spec) {
  const auto what = [&](const char* kind, size_t i) {
    return absl::StrCat(spec.op, " (", spec.name, "): ", kind, " ", i);
  };
  for (size_t i = 0; i < spec.inputs.size(); ++i) {
    const Node* node = spec.inputs[i].node;
    if (node != nullptr && !IsNodeOf(graph, node)) return CheckNode(graph, node, what("input", i));
  }
  for (size_t i = 0; i < spec.control_inputs.size(); ++i) {
    const Node* node = spec.control_inputs[i];
    if (!IsNodeOf(graph, node)) return CheckNode(graph, node, what("control input", i));
  }
  return absl::OkStatus();
}

/// Finds the outputs' types, shapes and values as far as they follow.
void InferNode(NodeBody* body, bool infer_shapes) {
  std::vector<InputInfo> infos;
  for (const Endpoint& input : body->inputs) {
    const OutputInfo& info = InfoOf(input);
    infos.push_back({{info.dtype, info.shape}, info.value ? &*info.value : nullptr});
  }
  if (!infer_shapes) {
    for (DataType type : OutputTypes(*body->op, body->slots)) body->outputs.push_back({type});
    return;
  }
  body->finding = InferCompleted(*body->op, body->name, infos, body->slots, &body->outputs);
  body->refused = !body->finding.ok() && !IsAtRun(body->finding);
  FoldValues(body, infos);
}

/// What callers see of the types: variables are references.
void FindTypes(NodeBody* body) {
  for (size_t i = 0; i < body->inputs.size(); ++i) {
    const bool ref = body->op->inputs[ArgOfInput(*body->op, i, body->slots)].is_ref;
    const DataType type = InfoOf(body->inputs[i]).dtype;
    body->input_types.push_back(ref ? MakeRefType(type) : type);
  }
  for (size_t i = 0; i < body->outputs.size(); ++i) {
    const DataType type = body->outputs[i].dtype;
    body->output_types.push_back(body->output_arg(i).is_ref ? MakeRefType(type) : type);
  }
}

/// A node as its definition and its inputs make it, in no graph yet. What the shape function refuses is its
/// finding and no error.
absl::Status MakeBody(NodeSpec spec, bool infer_shapes, NodeBody* body) {
  if (absl::Status status = CheckInputs(spec); !status.ok()) return status;
  body->op = FindOp(spec.op);
  if (body->op == nullptr) return UnknownOpError(spec.op);
  body->name = spec.name;
  body->extras = TakeExtras(&spec.attributes);
  if (absl::Status status = FillSlots(*body->op, spec.name, spec.attributes, &body->slots); !status.ok())
    return status;
  spec.attributes.clear();
  if (absl::Status status = OwnTensors(absl::MakeSpan(body->slots)); !status.ok()) return status;
  std::vector<DataType> types;
  for (const Endpoint& input : spec.inputs) types.push_back(InfoOf(input).dtype);
  if (absl::Status status = CompleteSlots(*body->op, spec.name, types, &body->slots); !status.ok())
    return status;
  body->inputs = std::move(spec.inputs);
  body->control_inputs = std::move(spec.control_inputs);
  body->device = std::move(spec.device);
  if (absl::Status status = CheckVariables(*body); !status.ok()) return status;
  InferNode(body, infer_shapes);
  FindTypes(body);
  return absl::OkStatus();
}

/// The source or the sink.
std::unique_ptr<NodeBody> End(const char* name, int index) {
  auto body = std::make_unique<NodeBody>();
  body->op = FindOp("NoOp");
  body->name = name;
  body->index = index;
  return body;
}

}  // namespace

struct Graph::Index {
  std::unordered_map<std::string, Node*> by_name;
  absl::Status refusal;
};

Graph::Graph() : parts_(std::make_shared<GraphParts>()), index_(std::make_unique<Index>()) {
  Node* source = Keep(End("_SOURCE", -2));
  AddEdge(source, kControlSlot, Keep(End("_SINK", -1)), kControlSlot);
}
Graph::~Graph() { parts_->graph_is_gone = true; }

const absl::Status& Graph::refusal() const { return index_->refusal; }

Node* Graph::Keep(std::unique_ptr<NodeBody> body) {
  body->home = parts_;
  parts_->nodes.push_back(std::make_unique<Node>(std::move(body)));
  by_id_.push_back(parts_->nodes.back().get());
  return by_id_.back();
}

void Graph::AddEdge(Node* src, int src_output, Node* dst, int dst_input) {
  parts_->edges.push_back(std::make_unique<Edge>(num_edges(), src, src_output, dst, dst_input));
  edge_list_.push_back(parts_->edges.back().get());
  src->body().out_edges.insert(edge_list_.back());
  dst->body().in_edges.insert(edge_list_.back());
}

Node* Graph::FindNode(const std::string& name) const {
  const auto found = index_->by_name.find(name);
  return found == index_->by_name.end() ? nullptr : found->second;
}

absl::Status Graph::AddNode(NodeSpec spec, Node** node, bool infer_shapes) {
  if (node == nullptr) return NullResult("Graph::AddNode", "node");
  *node = nullptr;
  if (FindNode(spec.name) != nullptr)
    return absl::AlreadyExistsError(absl::StrCat("Duplicate node name in graph: '", spec.name, "'"));
  if (absl::Status status = CheckBelong(*this, spec); !status.ok()) return status;
  auto body = std::make_unique<NodeBody>();
  if (absl::Status status = MakeBody(std::move(spec), infer_shapes, body.get()); !status.ok()) return status;
  body->index = num_op_nodes();
  const absl::Status refusal = body->refused ? body->finding : absl::OkStatus();
  index_->refusal.Update(refusal);
  if (absl::Status status = NameFinding(body->name); !status.ok() && !body->refused) {
    body->finding = status;
    body->has_bad_name = true;
  }
  *node = Keep(std::move(body));
  list_.push_back(*node);
  index_->by_name[(*node)->name()] = *node;
  Connect(*node);
  return refusal;
}

absl::Status TryNode(NodeSpec spec) {
  NodeBody body;
  absl::Status status = MakeBody(std::move(spec), /*infer_shapes=*/true, &body);
  return status.ok() ? body.finding : status;
}

void Graph::Connect(Node* node) {
  const NodeBody& body = node->body();
  for (size_t i = 0; i < body.inputs.size(); ++i)
    AddEdge(body.inputs[i].node, body.inputs[i].index, node, static_cast<int>(i));
  for (Node* before : body.control_inputs) AddEdge(before, kControlSlot, node, kControlSlot);
}

absl::Status Graph::Append(const Graph& other) {
  for (const Node* from : other.op_nodes()) {
    const NodeBody& body = from->body();
    NodeSpec spec{body.name, body.op->name};
    for (const Endpoint& input : body.inputs)
      spec.inputs.push_back({FindNode(input.node->name()), input.index});
    for (const Node* before : body.control_inputs) spec.control_inputs.push_back(FindNode(before->name()));
    for (size_t i = 0; i < body.slots.size(); ++i) {
      if (!body.slots[i].empty()) spec.attributes.push_back({body.op->attrs[i].name, body.slots[i]});
    }
    spec.attributes.insert(spec.attributes.end(), body.extras.begin(), body.extras.end());
    spec.device = body.device;
    Node* node = nullptr;
    if (absl::Status status = AddNode(std::move(spec), &node); !status.ok()) return status;
  }
  for (Node* node : list_) {
    if (node->in_edges().empty()) AddEdge(source_node(), kControlSlot, node, kControlSlot);
    if (node->out_edges().empty()) AddEdge(node, kControlSlot, sink_node(), kControlSlot);
  }
  return absl::OkStatus();
}

}  // namespace voxgrad
