#include "studio/node_read.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "ops/table/attribute_text.h"
#include "page/graph/attribute_value.h"
#include "page/pages/page_data.h"
#include "studio/page_marks.h"
#include "studio/page_value.h"

namespace voxgrad::studio {
namespace {

/// The attributes of a node of a known op as texts. False where one has no text.
bool ReadAttributes(const Op& op, const NodeDef& node, Block* block) {
  const OpCall call(op, node.name(), {});
  for (const auto& [name, value] : node.attr()) {
    const int place = op.AttrIndex(name);
    if (place < 0) {
      if (!absl::StartsWith(name, "_")) {  // none of the op's; as it was typed, or a graph of others
        if (value.value_case() != AttrValue::kS) return false;
        block->attrs[name] = value.s();
        continue;
      }
      const bool typed = absl::StartsWith(name, "_typed_");
      const std::string of = typed ? name.substr(7) : "";
      if (typed && op.AttrIndex(of) >= 0 && !node.attr().contains(of)) block->attrs[of] = value.s();
      if (!IsOwnMark(name)) block->attrs[name] = value.ShortDebugString();
      continue;
    }
    if (block->value) continue;  // has told all there is
    const AttrDef& attr = op.attrs[static_cast<size_t>(place)];
    const absl::StatusOr<Attribute> read = AttributeFromValue(value, attr.kind);
    if (!read.ok()) return false;
    const std::string text = AttributeText(*read, kEveryElement);
    const std::string typed_name = absl::StrCat("_typed_", name);
    if (node.attr().contains(typed_name)) {  // unless somebody has changed the attribute since
      const std::string typed = TextMark(node, typed_name.c_str());
      const absl::StatusOr<Attribute> again = ParseAttribute(call, attr, typed);
      if (again.ok() && AttributeText(*again, kEveryElement) == text) {
        block->attrs[name] = typed;
        continue;
      }
    }
    if (FollowsFromInputs(op, name)) continue;
    const bool is_default =
        !attr.default_value.empty() && AttributeText(attr.default_value, kEveryElement) == text;
    if (is_default) continue;
    if (!ParseAttribute(call, attr, text).ok()) return false;
    block->attrs[name] = text;
  }
  return true;
}

}  // namespace

bool PinNames(const Op& op, const NodeDef& node, size_t inputs, std::vector<std::string>* names) {
  size_t single = 0, lists = 0;
  for (const ArgDef& arg : op.inputs) (arg.is_list() ? lists : single) += 1;
  for (const ArgDef& arg : op.inputs) {
    if (!arg.is_list()) {
      names->push_back(arg.name);
      continue;
    }
    size_t count = inputs < single ? 0 : (inputs - single) / lists;
    const auto number = node.attr().find(arg.number_attr);
    if (number != node.attr().end() && number->second.i() >= 0)
      count = static_cast<size_t>(std::min<int64_t>(number->second.i(), static_cast<int64_t>(inputs)));
    for (size_t i = 0; i < count; ++i) names->push_back(absl::StrCat(arg.name, "[", i, "]"));
  }
  return names->size() >= inputs;
}

bool ReadNode(const Op& op, const NodeDef& node, const std::string& uploads, Block* block) {
  const bool source = HasSource(node);
  if (op.name == "Const" || source) {
    Value value;
    if (ValueOfNode(node, uploads, &value)) {
      block->value = std::move(value);
      block->op = FlagMark(node, "_placeholder") ? "Placeholder" : "Const";
    } else if (source || node.attr().contains("value")) {
      return false;
    }
  }
  block->device = node.device();
  return ReadAttributes(op, node, block);
}

void ReadRawNode(const NodeDef& node, Block* block) {
  NodeDef rest = node;
  rest.clear_name();
  rest.clear_op();
  rest.clear_input();
  for (const char* mark : {"_x", "_y", "_note", "_group", "_init"}) rest.mutable_attr()->erase(mark);
  block->op = node.op();
  block->attrs.clear();
  block->value.reset();
  block->device.clear();  // it stands in the text
  block->raw = rest.DebugString();
  if (block->raw.empty()) block->raw = "# no attributes\n";
}

}  // namespace voxgrad::studio
