#include "voxgrad/node_builder.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/error.h"
#include "voxgrad/const_op.h"

namespace voxgrad {

NodeBuilder& NodeBuilder::ControlInput(Node* node) {
  auto& list = spec_.control_inputs;
  if (std::find(list.begin(), list.end(), node) == list.end()) list.push_back(node);
  return *this;
}

absl::Status NodeBuilder::Finalize(Graph* graph, Node** node, bool infer_shapes) {
  if (graph == nullptr || node == nullptr)
    return NullResult("NodeBuilder::Finalize", graph == nullptr ? "graph" : "node");
  absl::Status status = graph->AddNode(spec_, node, infer_shapes);
  // What the shape function says is for Scope::DoShapeInference.
  return *node == nullptr ? status : absl::OkStatus();
}

namespace ops {

NodeBuilder::NodeOut AsNodeOut(const Scope& scope, const Input& input) {
  if (!input.status().ok()) {
    scope.UpdateStatus(input.status());
    return {nullptr, 0};
  }
  if (input.node() != nullptr) return {input.node(), input.index()};
  if (!input.node_name().empty()) {
    scope.UpdateStatus(
        absl::UnimplementedError(absl::StrCat("The input \"", input.node_name(),
                                              "\" leads back to a node that does not exist yet; graphs with "
                                              "loops are not supported.")));
    return {nullptr, 0};
  }
  return Const(scope.NewSubScope("Const"), Input::Initializer(input.tensor()));
}

std::vector<NodeBuilder::NodeOut> AsNodeOutList(const Scope& scope, const InputList& inputs) {
  std::vector<NodeBuilder::NodeOut> outs;
  for (const Input& input : inputs) {
    outs.push_back(AsNodeOut(scope, input));
    if (!scope.ok()) return {};
  }
  return outs;
}

NodeMaker& NodeMaker::In(const Input& input) {
  if (scope_.ok()) inputs_.push_back(AsNodeOut(scope_, input));
  return *this;
}

NodeMaker& NodeMaker::In(const InputList& inputs) {
  if (!scope_.ok()) return *this;
  const auto list = AsNodeOutList(scope_, inputs);
  inputs_.insert(inputs_.end(), list.begin(), list.end());
  return *this;
}

Node* NodeMaker::Make() {
  if (!scope_.ok()) return nullptr;
  NodeBuilder builder(scope_.GetUniqueNameForOp(class_name_), op_);
  if (!scope_.ok()) return nullptr;
  for (const NodeBuilder::NodeOut& input : inputs_) builder.Input(input);
  for (NamedAttribute& attribute : attributes_) builder.Attr(attribute.name, std::move(attribute.value));
  scope_.UpdateBuilder(&builder);
  Node* node = nullptr;
  scope_.UpdateStatus(builder.Finalize(scope_.graph(), &node, scope_.infers_shapes()));
  if (node != nullptr) scope_.UpdateStatus(scope_.DoShapeInference(node));
  return node;
}

Output Const(const Scope& scope, const Input::Initializer& value) {
  if (!scope.ok()) return Output();
  if (!value.status.ok()) {
    scope.UpdateStatus(value.status);
    return Output();
  }
  if (!value.tensor.IsInitialized()) {
    scope.UpdateStatus(absl::ResourceExhaustedError(
        absl::StrCat("A constant of ", value.tensor.shape().DebugString(), " has no memory.")));
    return Output();
  }
  Node* node = NodeMaker(scope, "Const", "Const")
                   .Attr("value", value.tensor)
                   .Attr("dtype", value.tensor.dtype())
                   .Make();
  return node == nullptr ? Output() : Output(node, 0);
}

Output ConstFromProto(const Scope& scope, const TensorProto& proto) {
  Tensor tensor;
  if (!tensor.FromProto(proto)) {
    scope.UpdateStatus(absl::InvalidArgumentError("Cannot parse tensor from proto"));
    return Output();
  }
  return Const(scope, tensor);
}

Output CastConst(const Scope& scope, const Output& constant, const Input::Initializer& value, DataType type) {
  if (!scope.ok() || value.tensor.dtype() == type) return constant;
  if (value.tensor.NumElements() == 0) return Const(scope, Tensor(type, value.tensor.shape()));
  Node* node = NodeMaker(scope, "Cast", "Cast").In(Input(constant)).Attr("DstT", type).Make();
  return node == nullptr ? Output() : Output(node, 0);
}

}  // namespace ops
}  // namespace voxgrad
