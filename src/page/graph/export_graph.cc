// A graph as messages, the way TensorFlow writes it.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "graph/node.h"
#include "page/graph/attribute_value.h"
#include "voxgrad/graph_def.h"
#include "voxgrad/node_def_util.h"

namespace voxgrad {
namespace {

/// The version of the GraphDef format that TensorFlow 2.21 writes.
constexpr int kProducer = 2474;

std::string InputText(const Endpoint& input) {
  return input.index == 0 ? input.node->name() : absl::StrCat(input.node->name(), ":", input.index);
}

/// TensorFlow refuses attributes that it does not know, so those of ours are written only where they matter.
bool IsWritten(const AttrDef& attr, const AttrValue& value) {
  return !attr.extension ||
         value.SerializeAsString() != AttributeToValue(attr.default_value).SerializeAsString();
}

/// The one op here whose nodes TensorFlow gives a type in its newer system of types: "a product of one shape
/// tensor of int32".
void AddFullType(const NodeBody& body, NodeDef* def) {
  constexpr FullTypeId kProduct{3}, kInt32{207}, kInt64{208}, kShapeTensor{1005};
  if (body.op->name != "Shape") return;
  FullTypeDef* product = def->mutable_experimental_type();
  product->set_type_id(kProduct);
  FullTypeDef* shape = product->add_args();
  shape->set_type_id(kShapeTensor);
  shape->add_args()->set_type_id(body.outputs[0].dtype == DT_INT64 ? kInt64 : kInt32);
}

NodeDef MakeDef(const NodeBody& body, const std::vector<Node*>& control_inputs) {
  NodeDef def;
  def.set_name(body.name);
  def.set_op(body.op->name);
  def.set_device(body.device);
  for (const Endpoint& input : body.inputs) def.add_input(InputText(input));
  for (const Node* node : control_inputs) def.add_input(absl::StrCat("^", node->name()));
  for (size_t i = 0; i < body.slots.size(); ++i) {
    AttrValue value = AttributeToValue(body.slots[i]);
    const AttrDef& attr = body.op->attrs[i];
    if (IsWritten(attr, value)) (*def.mutable_attr())[attr.name] = std::move(value);
  }
  for (const NamedAttribute& extra : body.extras) {
    (*def.mutable_attr())[extra.name] = AttributeToValue(extra.value);
  }
  AddFullType(body, &def);
  return def;
}

}  // namespace

const NodeDef& Node::def() const {
  std::call_once(body_->def_made,
                 [&] { body_->def = std::make_shared<NodeDef>(MakeDef(*body_, body_->control_inputs)); });
  return *body_->def;
}

AttrSlice Node::attrs() const { return def(); }

const VersionDef& Graph::versions() const {
  static const VersionDef* const kVersions = [] {
    auto* versions = new VersionDef();
    versions->set_producer(kProducer);
    return versions;
  }();
  return *kVersions;
}

void Graph::ToGraphDef(GraphDef* graph_def) const {
  graph_def->Clear();
  *graph_def->mutable_versions() = versions();
  graph_def->mutable_library();  // empty, and there
  for (const Node* node : list_) {
    std::vector<Node*> control_inputs = node->control_inputs();
    std::sort(control_inputs.begin(), control_inputs.end(),
              [](const Node* a, const Node* b) { return a->name() < b->name(); });
    *graph_def->add_node() = MakeDef(node->body(), control_inputs);
  }
}

GraphDef Graph::ToGraphDefDebug() const {
  GraphDef graph_def;
  ToGraphDef(&graph_def);
  return graph_def;
}

}  // namespace voxgrad
