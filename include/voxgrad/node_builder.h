// Adding a node by hand, or from the generated op classes.
#ifndef VOXGRAD_NODE_BUILDER_H_
#define VOXGRAD_NODE_BUILDER_H_

#include <string>
#include <utility>
#include <vector>

#include "voxgrad/attribute.h"
#include "voxgrad/export.h"
#include "voxgrad/ops.h"
#include "voxgrad/scope.h"

namespace voxgrad {

/// Collects what a node is made of.
///
///     Node* node;
///     auto builder = NodeBuilder(scope.GetUniqueNameForOp("Relu"), "Relu").Input(x.node(), x.index());
///     scope.UpdateBuilder(&builder);
///     scope.UpdateStatus(builder.Finalize(scope.graph(), &node));
class VOXGRAD_API NodeBuilder {
 public:
  /// An output of a node.
  struct NodeOut {
    NodeOut(Node* from, int32_t output = 0) : node(from), index(output) {}
    NodeOut(const Output& output) : node(output.node()), index(output.index()) {}
    Node* node;
    int32_t index;
  };

  NodeBuilder(StringPiece name, StringPiece op) {
    spec_.name = name.str();
    spec_.op = op.str();
  }

  NodeBuilder& Input(Node* node, int index = 0) { return Input(NodeOut(node, index)); }
  NodeBuilder& Input(const NodeOut& from) {
    spec_.inputs.push_back({from.node, from.index});
    return *this;
  }
  NodeBuilder& Input(absl::Span<const NodeOut> list) {
    for (const NodeOut& from : list) Input(from);
    return *this;
  }
  NodeBuilder& ControlInput(Node* node);
  NodeBuilder& ControlInputs(absl::Span<Node* const> nodes) {
    for (Node* node : nodes) ControlInput(node);
    return *this;
  }
  NodeBuilder& Device(StringPiece device) {
    spec_.device = device.str();
    return *this;
  }
  template <class T>
  NodeBuilder& Attr(StringPiece name, T&& value) {
    spec_.attributes.push_back({name.str(), Attribute(std::forward<T>(value))});
    return *this;
  }

  const std::string& node_name() const { return spec_.name; }
  absl::Status Finalize(Graph* graph, Node** node, bool infer_shapes = true);

 private:
  NodeSpec spec_;
};

namespace ops {

/// An input as an output: constants become Const nodes below the scope "Const".
VOXGRAD_API NodeBuilder::NodeOut AsNodeOut(const Scope& scope, const Input& input);
VOXGRAD_API std::vector<NodeBuilder::NodeOut> AsNodeOutList(const Scope& scope, const InputList& inputs);

/// One node from start to end, for the generated classes: nothing happens on a scope whose status is bad.
///
///     Node* node = NodeMaker(scope, "Mul", "Multiply").In(x).In(y).Make();
class VOXGRAD_API NodeMaker {
 public:
  NodeMaker(const Scope& scope, const char* op, const char* class_name)
      : scope_(scope), op_(op), class_name_(class_name) {}

  NodeMaker& In(const Input& input);
  NodeMaker& In(const InputList& inputs);
  template <class T>
  NodeMaker& Attr(const char* name, T&& value) {
    attributes_.push_back({name, Attribute(std::forward<T>(value))});
    return *this;
  }
  Node* Make();

 private:
  const Scope& scope_;
  const char* op_;
  const char* class_name_;
  std::vector<NodeBuilder::NodeOut> inputs_;
  std::vector<NamedAttribute> attributes_;
};

}  // namespace ops
}  // namespace voxgrad

#endif  // VOXGRAD_NODE_BUILDER_H_
