// A graph as messages, the way TensorFlow writes it.
#include <algorithm>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "graph/node.h"
#include "page/attribute_value.h"
#include "voxgrad/graph_def.h"

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

std::string Shorten(const std::string& text) {
  const std::string escaped = absl::CEscape(text);
  constexpr size_t kMost = 80;
  if (escaped.size() < kMost) return absl::StrCat("\"", escaped, "\"");
  return absl::StrCat("\"", escaped.substr(0, 10), "...", escaped.substr(escaped.size() - 10), "\"");
}

struct Summary {
  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(int64_t number) const { return absl::StrCat(number); }
  std::string operator()(float number) const { return absl::StrCat(number); }
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(const std::string& text) const { return Shorten(text); }
  std::string operator()(DataType type) const { return DataType_Name(type); }
  std::string operator()(const PartialTensorShape& shape) const { return shape.DebugString(); }
  std::string operator()(const Tensor& tensor) const { return tensor.DebugString(); }
  template <class List>
  std::string operator()(const List& list) const {
    constexpr size_t kMost = 30;
    std::vector<std::string> pieces;
    for (const auto& element : list) pieces.push_back((*this)(element));
    if (pieces.size() >= kMost) {
      pieces.erase(pieces.begin() + 5, pieces.end() - 6);
      pieces[5] = "...";
    }
    return absl::StrCat("[", absl::StrJoin(pieces, ", "), "]");
  }
};

/// "T=DT_FLOAT, ksize=[1, 2, 2, 1]", by name.
std::string AttributesText(const NodeBody& body) {
  std::vector<std::string> texts;
  const auto add = [&](const std::string& name, const Attribute& value) {
    texts.push_back(absl::StrCat(name, "=", std::visit(Summary(), value.variant())));
  };
  for (size_t i = 0; i < body.slots.size(); ++i) add(body.op->attrs[i].name, body.slots[i]);
  for (const NamedAttribute& extra : body.extras) add(extra.name, extra.value);
  std::sort(texts.begin(), texts.end());
  if (!body.device.empty()) texts.push_back(absl::StrCat("_device=\"", body.device, "\""));
  return absl::StrJoin(texts, ", ");
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

NodeDef Node::def() const { return MakeDef(*body_, body_->control_inputs); }

std::string Node::DebugString() const {
  std::vector<std::string> inputs;
  for (const Endpoint& input : body_->inputs) inputs.push_back(InputText(input));
  for (const Node* node : body_->control_inputs) inputs.push_back(absl::StrCat("^", node->name()));
  return absl::StrCat("{name:'", name(), "' id:", id(), " op device:{requested: '", body_->device,
                      "', assigned: ''} def:{{{node ", name(), "}} = ", type_string(), "[",
                      AttributesText(*body_), "](", absl::StrJoin(inputs, ", "), ")}}");
}

void Graph::ToGraphDef(GraphDef* graph_def) const {
  graph_def->Clear();
  graph_def->mutable_versions()->set_producer(kProducer);
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
