#include "ops/json/op_json.h"

#include <nlohmann/json.hpp>

#include "ops/table/arguments.h"

namespace voxgrad::driver {
namespace {

using Json = nlohmann::ordered_json;

const char* RoleText(Role role) {
  constexpr const char* kNames[] = {"", "input", "output", "filter"};
  return kNames[static_cast<size_t>(role)];
}

Json TypesJson(const std::vector<DataType>& types) {
  Json list = Json::array();
  for (DataType type : types) list.push_back(DataTypeString(type));
  return list;
}

Json ArgJson(const ArgDef& arg) {
  Json json;
  json["name"] = arg.name;
  if (arg.type_attr.empty()) {
    json["type"] = DataTypeString(arg.type);
  } else {
    json["type_attr"] = arg.type_attr;
  }
  json["doc"] = arg.doc;
  if (arg.role != Role::kNone) json["role"] = RoleText(arg.role);
  if (arg.sizes) json["sizes"] = true;
  if (arg.or_space_alone) json["or_space_alone"] = true;
  if (!arg.number_attr.empty()) json["number_attr"] = arg.number_attr;
  if (!arg.type_list_attr.empty()) json["type_list_attr"] = arg.type_list_attr;
  if (arg.is_ref) json["is_ref"] = true;
  if (arg.on_host) json["on_host"] = true;
  if (arg.may_be_unset) json["may_be_unset"] = true;
  if (!arg.cpp_name.empty()) json["cpp_name"] = arg.cpp_name;
  return json;
}

Json ValueJson(const Attribute& value) {
  if (const auto* ints = value.get<Ints>()) return *ints;
  if (const auto* integer = value.get<int64_t>()) return *integer;
  if (const auto* number = value.get<float>()) return *number;
  if (const auto* flag = value.get<bool>()) return *flag;
  if (const auto* shape = value.get<PartialTensorShape>()) {
    if (shape->unknown_rank()) return nullptr;
    return std::vector<int64_t>(shape->dim_sizes().begin(), shape->dim_sizes().end());
  }
  return value.DebugString();
}

Json AttrJson(const Op& op, const AttrDef& attr) {
  Json json;
  json["name"] = attr.name;
  json["kind"] = KindText(attr.kind);
  json["doc"] = attr.doc;
  if (!attr.default_value.empty()) json["default"] = ValueJson(attr.default_value);
  if (attr.min_count > 0) json["min_count"] = attr.min_count;
  if (attr.min_value) json["min_value"] = *attr.min_value;
  if (!attr.choices.empty()) json["choices"] = attr.choices;
  if (!attr.types.empty()) json["types"] = TypesJson(attr.types);
  if (!attr.extension_types.empty()) json["extension_types"] = TypesJson(attr.extension_types);
  for (const Exclusion& excluded : attr.excluded) {
    json["excluded"].push_back({{"value", excluded.value}, {"reason", excluded.reason}});
  }
  if (attr.extension) json["extension"] = true;
  if (!attr.cpp_name.empty()) json["cpp_name"] = attr.cpp_name;
  if (FollowsFromInputs(op, attr.name)) json["follows"] = true;
  return json;
}

Json ToJson(const Op& op) {
  Json json;
  json["name"] = op.name;
  if (op.cpp_name != op.name) json["cpp_name"] = op.cpp_name;
  json["group"] = op.group;
  json["summary"] = op.summary;
  json["description"] = op.description;
  json["file"] = op.file;
  if (op.internal) json["internal"] = true;
  if (op.stateful) json["stateful"] = true;
  if (!op.gradient_of.empty()) json["gradient_of"] = op.gradient_of;
  for (const char* list : {"inputs", "outputs", "attrs"}) json[list] = Json::array();
  for (const ArgDef& arg : op.inputs) json["inputs"].push_back(ArgJson(arg));
  for (const ArgDef& arg : op.outputs) json["outputs"].push_back(ArgJson(arg));
  for (const AttrDef& attr : op.attrs) json["attrs"].push_back(AttrJson(op, attr));
  Json arguments = Json::array();
  for (const auto& [name, text] : op.example.arguments) arguments.push_back({name, text});
  json["example"] = {{"text", op.example.text}, {"arguments", arguments}, {"results", op.example.results}};
  return json;
}

}  // namespace

std::string KindText(AttrKind kind) {
  constexpr const char* kNames[] = {"int",          "float",      "bool",        "string",      "type",
                                    "shape",        "tensor",     "list(int)",   "list(float)", "list(bool)",
                                    "list(string)", "list(type)", "list(shape)", "list(tensor)"};
  return kNames[static_cast<size_t>(kind)];
}

std::string OpJson(const Op& op) { return ToJson(op).dump(2); }

std::string OpTableJson() {
  Json list = Json::array();
  for (const Op& op : OpTable()) list.push_back(ToJson(op));
  return list.dump(2);
}

}  // namespace voxgrad::driver
