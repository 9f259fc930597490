#include "page/graph/tensorflow_check.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/error.h"
#include "graph/node.h"
#include "page/graph/attribute_value.h"

namespace voxgrad {
namespace {

bool IsDefault(const AttrDef& attr, const Attribute& value) {
  return AttributeToValue(value).SerializeAsString() ==
         AttributeToValue(attr.default_value).SerializeAsString();
}

std::string TypeObjection(const Op& op, const AttrDef& attr, DataType type) {
  const auto& ours = attr.extension_types;
  if (std::find(ours.begin(), ours.end(), type) == ours.end()) return "";
  std::vector<std::string> names;
  for (const DataType theirs : attr.types) names.push_back(DataTypeString(theirs));
  return absl::StrCat(attr.name, " is ", DataTypeString(type), "; TensorFlow's ", op.name, " takes ",
                      JoinChoices(names), ".");
}

}  // namespace

std::vector<std::string> TensorFlowObjections(const Node& node) {
  const NodeBody& body = node.body();
  std::vector<std::string> objections;
  for (size_t i = 0; i < body.slots.size(); ++i) {
    const AttrDef& attr = body.op->attrs[i];
    const Attribute& value = body.slots[i];
    if (attr.extension && !IsDefault(attr, value)) {
      objections.push_back(absl::StrCat(attr.name, " is ", value.DebugString(), "; TensorFlow's ",
                                        body.op->name, " has no such attribute."));
    }
    std::vector<DataType> types;
    if (const auto* type = value.get<DataType>()) types = {*type};
    if (const auto* list = value.get<std::vector<DataType>>()) types = *list;
    for (const DataType type : types) {
      std::string objection = TypeObjection(*body.op, attr, type);
      if (!objection.empty()) objections.push_back(std::move(objection));
    }
  }
  return objections;
}

}  // namespace voxgrad
