#include "studio/block_spec.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/error.h"
#include "ops/table/attribute_text.h"
#include "ops/table/context.h"

namespace voxgrad::studio {
namespace {

bool IsTyped(const std::vector<NamedAttribute>& attributes, const std::string& name) {
  return std::any_of(attributes.begin(), attributes.end(),
                     [&](const NamedAttribute& attribute) { return attribute.name == name; });
}

}  // namespace

bool ReadSpec(BuiltBlock* block, const Folders& folders,
              const std::function<void(const absl::Status&)>& problem) {
  std::vector<NamedAttribute>& attributes = block->spec.attributes;
  bool sound = true;
  block->spec.op = block->op->name;
  block->spec.device = block->block->device;
  if (block->block->value && (block->op->name == "Const" || block->op->name == "Placeholder")) {
    std::string field;
    const absl::Status status =
        ValueAttributes(*block->block->value, folders, &block->spec.op, &attributes, &field);
    if (!status.ok())
      problem(MakeError(absl::StatusCode::kInvalidArgument, {block->block->op, block->block->name, field},
                        std::string(status.message())));
    sound = status.ok();
  }
  const OpCall call(*block->op, block->block->name, {});
  for (const auto& [name, text] : block->block->attrs) {
    if (absl::StartsWith(name, "_")) continue;
    const int place = block->op->AttrIndex(name);
    if (place < 0 || IsTyped(attributes, name)) {  // the engine has the sentence
      attributes.push_back({name, text});
      continue;
    }
    const AttrDef& attr = block->op->attrs[static_cast<size_t>(place)];
    absl::StatusOr<Attribute> value =
        attr.kind == AttrKind::kTensor && absl::StartsWith(text, "@")
            ? call.Invalid(name, "names a file; a page's files are values of a Const.")
            : ParseAttribute(call, attr, text);
    const bool plain = value.ok() && !FollowsFromInputs(*block->op, name) &&
                       AttributeText(*value, 1 << 20) == text &&
                       (attr.default_value.empty() || AttributeText(attr.default_value, 1 << 20) != text);
    if (!plain) attributes.push_back({absl::StrCat("_typed_", name), text});
    if (value.ok()) {
      attributes.push_back({name, *std::move(value)});
    } else {
      problem(value.status());
      sound = false;
    }
  }
  return sound;
}

DataType TypeAt(const Op& op, size_t arg, const std::vector<NamedAttribute>& attributes,
                const std::vector<std::pair<size_t, DataType>>& known) {
  const ArgDef& def = op.inputs[arg];
  if (def.type_attr.empty()) return def.type == DT_INVALID ? DT_FLOAT : def.type;
  for (const NamedAttribute& attribute : attributes) {
    const auto* type = attribute.value.get<DataType>();
    if (type != nullptr && attribute.name == def.type_attr) return *type;
  }
  for (const auto& [other, type] : known) {
    if (op.inputs[other].type_attr == def.type_attr) return type;
  }
  const AttrDef& attr = op.attrs[static_cast<size_t>(op.AttrIndex(def.type_attr))];
  if (const auto* type = attr.default_value.get<DataType>()) return *type;
  const DataType wanted = def.sizes ? DT_INT32 : DT_FLOAT;
  const bool takes =
      attr.types.empty() || std::find(attr.types.begin(), attr.types.end(), wanted) != attr.types.end();
  return takes ? wanted : attr.types.front();
}

}  // namespace voxgrad::studio
