#include "voxgrad/graph_def_builder.h"

#include "absl/strings/str_cat.h"
#include "cc/plain_status.h"
#include "core/error.h"

namespace voxgrad {

using Options = GraphDefBuilder::Options;

Options Options::WithName(StringPiece name) const {
  Options changed = *this;
  changed.name_ = name.str();
  return changed;
}

Options Options::WithDevice(StringPiece device) const {
  Options changed = *this;
  changed.device_ = device.str();
  return changed;
}

Options Options::WithControlInput(Node* node) const {
  Options changed = *this;
  changed.control_inputs_.push_back(node);
  return changed;
}

Options Options::WithControlInputs(absl::Span<Node* const> nodes) const {
  Options changed = *this;
  changed.control_inputs_.insert(changed.control_inputs_.end(), nodes.begin(), nodes.end());
  return changed;
}

Options Options::WithAttribute(NamedAttribute attribute) const {
  Options changed = *this;
  changed.attributes_.push_back(std::move(attribute));
  return changed;
}

Node* Options::FinalizeBuilder(NodeBuilder* builder) const {
  if (HaveError() || builder == nullptr) return nullptr;
  builder->ControlInputs(control_inputs_).Device(device_);
  for (const NamedAttribute& attribute : attributes_) builder->Attr(attribute.name, attribute.value);
  Node* node = nullptr;
  UpdateStatus(builder->Finalize(graph_, &node));
  return node;
}

void Options::UpdateStatus(const absl::Status& status) const {
  if (status_ != nullptr) status_->Update(PlainStatus(status));
}

std::string Options::GetNameForOp(StringPiece op) const {
  return name_.empty() && graph_ != nullptr ? absl::StrCat(op.str(), "/_", graph_->num_op_nodes()) : name_;
}

absl::Status GraphDefBuilder::ToGraphDef(GraphDef* graph_def) const {
  if (graph_def == nullptr) return NullResult("GraphDefBuilder::ToGraphDef", "graph_def");
  if (status_.ok()) graph_.ToGraphDef(graph_def);
  return status_;
}

namespace ops {
namespace {

/// A node with these inputs, all of which were made.
Node* NodeOf(const std::string& op, const std::vector<NodeOut>& inputs, const Options& options) {
  if (options.HaveError()) return nullptr;
  NodeBuilder builder(options.GetNameForOp(op), op);
  for (const NodeOut& input : inputs) builder.Input(input);
  return options.FinalizeBuilder(&builder);
}

}  // namespace

Node* SourceOp(const std::string& op, const Options& options) { return NodeOf(op, {}, options); }
Node* UnaryOp(const std::string& op, NodeOut input, const Options& options) {
  return NodeOf(op, {input}, options);
}
Node* BinaryOp(const std::string& op, NodeOut a, NodeOut b, const Options& options) {
  return NodeOf(op, {a, b}, options);
}

}  // namespace ops
}  // namespace voxgrad
