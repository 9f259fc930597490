// Nodes and attributes in one line, as TensorFlow shows them in messages.
#include <algorithm>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "page/graph/attribute_value.h"
#include "voxgrad/node_def_util.h"

namespace voxgrad {
namespace {

std::string Shorten(const std::string& text) {
  const std::string escaped = absl::CEscape(text);
  constexpr size_t kMost = 80;
  if (escaped.size() < kMost) return absl::StrCat("\"", escaped, "\"");
  return absl::StrCat("\"", escaped.substr(0, 10), "...", escaped.substr(escaped.size() - 10), "\"");
}

/// "T=DT_FLOAT, ksize=[1, 2, 2, 1]", by name.
std::vector<std::string> Entries(const protobuf::Map<std::string, AttrValue>& attrs) {
  std::vector<std::string> entries;
  for (const auto& [name, value] : attrs)
    entries.push_back(absl::StrCat(name, "=", SummarizeAttrValue(value)));
  std::sort(entries.begin(), entries.end());
  return entries;
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
  std::string operator()(const std::shared_ptr<const AttrValue>& value) const {
    return SummarizeAttrValue(*value);
  }
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

}  // namespace

std::string SummarizeAttrValue(const AttrValue& value) {
  if (value.has_func())
    return absl::StrCat(value.func().name(), "[", absl::StrJoin(Entries(value.func().attr()), ", "), "]");
  if (value.has_placeholder()) return absl::StrCat("$", value.placeholder());
  const absl::StatusOr<Attribute> attribute = AttributeFromValue(value, std::nullopt);
  return attribute.ok() ? std::visit(Summary(), attribute->variant()) : value.ShortDebugString();
}

std::string SummarizeNodeDef(const NodeDef& def) {
  std::vector<std::string> entries = Entries(def.attr());
  if (!def.device().empty()) entries.push_back(absl::StrCat("_device=\"", def.device(), "\""));
  return absl::StrCat(FormatNodeDefForError(def), " = ", def.op(), "[", absl::StrJoin(entries, ", "), "](",
                      absl::StrJoin(def.input(), ", "), ")");
}

std::string FormatNodeDefForError(const NodeDef& def) { return absl::StrCat("{{node ", def.name(), "}}"); }
std::string SummarizeNode(const Node& node) { return SummarizeNodeDef(node.def()); }
std::string FormatNodeForError(const Node& node) { return FormatNodeDefForError(node.def()); }

std::string Node::DebugString() const {
  const std::string begin = absl::StrCat("{name:'", name(), "' id:", id());
  if (!IsOp()) return absl::StrCat(begin, IsSource() ? " source}" : " sink}");
  return absl::StrCat(begin, " op device:{requested: '", requested_device(), "', assigned: ''} def:{",
                      SummarizeNode(*this), "}}");
}

}  // namespace voxgrad
