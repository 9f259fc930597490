#include "studio/op_table_json.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "check/prepared_call.h"
#include "core/type_list.h"
#include "ops/json/op_json.h"
#include "ops/table/arguments.h"
#include "ops/table/attribute_text.h"
#include "studio/window_view.h"
#include "voxgrad/version.h"

namespace voxgrad::studio {
namespace {

/// As the documents of the blocks write them.
const char* CppType(AttrKind kind) {
  switch (kind) {
    case AttrKind::kInt:
      return "int64";
    case AttrKind::kFloat:
      return "float";
    case AttrKind::kBool:
      return "bool";
    case AttrKind::kString:
      return "StringPiece";
    case AttrKind::kType:
      return "DataType";
    case AttrKind::kShape:
      return "PartialTensorShape";
    case AttrKind::kTensor:
      return "Tensor";
    case AttrKind::kInts:
      return "ArraySlice<int>";
    case AttrKind::kFloats:
      return "ArraySlice<float>";
    case AttrKind::kBools:
      return "ArraySlice<bool>";
    case AttrKind::kStrings:
      return "ArraySlice<string>";
    case AttrKind::kTypes:
      return "DataTypeSlice";
    case AttrKind::kShapes:
      return "ArraySlice<PartialTensorShape>";
    case AttrKind::kTensors:
      return "ArraySlice<Tensor>";
  }
  return "";
}

bool IsRequired(const Op& op, const AttrDef& attr) {
  return attr.default_value.empty() && !FollowsFromInputs(op, attr.name);
}

std::string NameInCpp(const std::string& cpp_name, const std::string& name) {
  return cpp_name.empty() ? name : cpp_name;
}

Json PinJson(const ArgDef& arg, const char* cpp) {
  return {{"name", arg.name},
          {"doc", arg.doc},
          {"cpp", arg.is_list() ? absl::StrCat(cpp, "List") : std::string(cpp)},
          {"type", !arg.type_list_attr.empty() ? arg.type_list_attr
                   : arg.type_attr.empty()     ? DataTypeString(arg.type)
                                               : arg.type_attr},
          {"list", arg.is_list()},
          {"ref", arg.is_ref}};
}

Json AttrJson(const Op& op, const AttrDef& attr) {
  Json json = {{"name", attr.name},
               {"kind", driver::KindText(attr.kind)},
               {"doc", attr.doc},
               {"cpp", CppType(attr.kind)}};
  if (!attr.default_value.empty()) json["default"] = AttributeText(attr.default_value, 64);
  Json choices = Json::array();
  for (const std::string& choice : attr.choices) choices.push_back(choice);
  for (const auto* types : {&attr.types, &attr.extension_types}) {
    for (const DataType type : *types) choices.push_back(DataTypeString(type));
  }
  if (attr.kind == AttrKind::kBool) choices = Json::array({"true", "false"});
  if (!choices.empty()) json["choices"] = std::move(choices);
  json["follows"] = FollowsFromInputs(op, attr.name);
  json["optional"] = !attr.default_value.empty();
  return json;
}

/// `Scope scope`, inputs, attributes that must be given, `X::Attrs attrs`: the C++ class's constructor.
Json ArgumentsJson(const Op& op) {
  Json list = Json::array();
  const auto add = [&](const std::string& cpp, const std::string& name, const std::string& python) {
    list.push_back({{"cpp", cpp}, {"name", name}, {"python", python}});
  };
  add("Scope", "scope", "");
  bool optional = false;
  for (const ArgDef& arg : op.inputs)
    add(arg.is_list() ? "InputList" : "Input", NameInCpp(arg.cpp_name, arg.name), arg.name);
  for (const AttrDef& attr : op.attrs) {
    if (IsRequired(op, attr)) add(CppType(attr.kind), NameInCpp(attr.cpp_name, attr.name), attr.name);
    optional |= !attr.default_value.empty() && !FollowsFromInputs(op, attr.name);
  }
  if (optional) add(absl::StrCat(op.cpp_name, "::Attrs"), "attrs", "");
  return list;
}

std::string ExampleText(const Op& op, const std::string& attr) {
  for (const auto& [name, text] : op.example.arguments) {
    if (name == attr) return text;
  }
  return "";
}

/// 1,2,2,2,1 for a window over volumes: its smallest that does something. `example` is one of the same
/// length.
std::string WindowText(const std::string& example, const char* size) {
  std::vector<std::string> sizes(1 + static_cast<size_t>(std::count(example.begin(), example.end(), ',')),
                                 size);
  sizes.front() = sizes.back() = "1";
  return absl::StrJoin(sizes, ",");
}

Json Aliases(const Op& op) {
  Json aliases = Json::array();
  if (op.cpp_name != op.name) aliases.push_back(op.cpp_name);
  if (op.AttrIndex("keep_dims") >= 0) aliases.push_back(absl::StrCat("Reduce", op.name));
  return aliases;
}

Json OpEntry(const Op& op) {
  Json json = {{"name", op.name},          {"group", op.group},
               {"summary", op.summary},    {"description", op.description},
               {"cpp_class", op.cpp_name}, {"aliases", Aliases(op)},
               {"inputs", Json::array()},  {"outputs", Json::array()},
               {"attrs", Json::array()}};
  for (const ArgDef& arg : op.inputs) json["inputs"].push_back(PinJson(arg, "Input"));
  for (const ArgDef& arg : op.outputs) json["outputs"].push_back(PinJson(arg, "Output"));
  for (const AttrDef& attr : op.attrs) json["attrs"].push_back(AttrJson(op, attr));
  json["arguments"] = ArgumentsJson(op);
  if (!op.gradient_of.empty()) json["gradient_of"] = op.gradient_of;
  json["stateful"] = op.stateful;
  json["special"] = false;
  json["window"] = HasWindow(op);
  json["checkable"] = op.gradient != nullptr || !op.gradient_of.empty();
  json["fresh"]["attrs"] = Json::object();
  for (const auto& [name, text] : FreshAttrs(op)) json["fresh"]["attrs"][name] = text;
  if (op.name == "Const") json["fresh"]["value"] = {{"dtype", "float"}, {"shape", ""}, {"text", "0"}};
  return json;
}

/// A block that is no node, with lists of outputs for pins.
Json SpecialEntry(const char* name, const char* summary, const char* description,
                  const std::vector<std::pair<const char*, const char*>>& pins) {
  Json json = {{"name", name},
               {"group", "page"},
               {"summary", summary},
               {"description", description},
               {"cpp_class", name},
               {"aliases", Json::array()},
               {"inputs", Json::array()},
               {"outputs", Json::array()},
               {"attrs", Json::array()}};
  json["arguments"].push_back({{"cpp", "Scope"}, {"name", "scope"}, {"python", ""}});
  for (const auto& [pin, doc] : pins) {
    json["inputs"].push_back(
        {{"name", pin}, {"doc", doc}, {"cpp", "OutputList"}, {"type", ""}, {"list", true}, {"ref", false}});
    json["arguments"].push_back({{"cpp", "std::vector<Output>"}, {"name", pin}, {"python", pin}});
  }
  json["stateful"] = false;
  json["special"] = true;
  json["window"] = false;
  json["checkable"] = false;
  json["fresh"] = {{"attrs", Json::object()}};
  return json;
}

Json SessionEntry() {
  Json json =
      SpecialEntry(kSessionOp, "What a run of the page evaluates.",
                   "A page has at most one. Without it a run evaluates every output that nothing reads.",
                   {{"fetch_outputs", "Outputs to evaluate and show."},
                    {"run_outputs", "Blocks to run without showing them, such as a training step."}});
  json["aliases"].push_back("ClientSession");
  json["attrs"].push_back({{"name", "inputs"},
                           {"kind", "string"},
                           {"doc", "Values of placeholders: `x=1,2,3; y=@page.data/y.npy`."},
                           {"cpp", "FeedType"},
                           {"default", ""},
                           {"follows", false},
                           {"optional", true}});
  return json;
}

Json GradientsEntry() {
  Json json = SpecialEntry(
      kGradientsOp, "The gradients of outputs with respect to inputs.",
      "Stands for the nodes that AddSymbolicGradients adds. It has one output for each of `inputs`.",
      {{"outputs", "What is differentiated; of several, their sum."},
       {"inputs", "With respect to what."},
       {"grad_outputs", "The gradients that come in at the outputs; ones where nothing is wired."}});
  json["aliases"].push_back("AddSymbolicGradients");
  json["outputs"].push_back({{"name", "gradients"},
                             {"doc", "One for each of `inputs`."},
                             {"cpp", "OutputList"},
                             {"type", ""},
                             {"list", true},
                             {"ref", false}});
  return json;
}

/// The types that a value can be typed in; float, which most are, first.
std::vector<DataType> ChoosableTypes() {
  std::vector<DataType> types = TypeEnums(RealTypes());
  types.push_back(DT_BOOL);
  std::stable_partition(types.begin(), types.end(), [](DataType type) { return type == DT_FLOAT; });
  return types;
}

Json Recipes() {
  constexpr const char* kRecipes[][3] = {
      {"ramp", "0, 1, 2, … in row-major order", "ramp start=0 step=1"},
      {"random", "uniform between low and high", "random low=0 high=1 seed=1"},
      {"normal", "from the normal distribution", "normal mean=0 deviation=1 seed=1"},
      {"checker", "cubes of low and high in turn", "checker size=1 low=0 high=1"},
      {"ball", "a ball in the middle; of radius 1 it touches the borders",
       "ball radius=0.8 inside=1 outside=0"},
      {"gradient", "from low to high along an axis", "gradient low=0 high=1 axis=0"},
  };
  Json list = Json::array();
  for (const auto& [name, text, example] : kRecipes)
    list.push_back({{"name", name}, {"text", text}, {"example", example}});
  return list;
}

}  // namespace

Texts FreshAttrs(const Op& op) {
  Texts attrs;
  const bool pools = std::any_of(op.attrs.begin(), op.attrs.end(),
                                 [](const AttrDef& attr) { return attr.part == WindowPart::kWindow; });
  for (const AttrDef& attr : op.attrs) {
    if (!IsRequired(op, attr) || op.name == "Const") continue;  // a Const has a value instead
    std::string text = ExampleText(op, attr.name);
    if (attr.kind == AttrKind::kType && text.empty()) text = "float";
    if (attr.name == "padding") text = "SAME";
    if (attr.part == WindowPart::kWindow || attr.part == WindowPart::kStride)
      text = WindowText(text, pools ? "2" : "1");
    attrs[attr.name] = text;
  }
  return attrs;
}

Json OpTableJson() {
  Json ops = Json::array();
  ops.push_back(SessionEntry());
  ops.push_back(GradientsEntry());
  for (const Op& op : voxgrad::OpTable()) ops.push_back(OpEntry(op));
  Json dtypes = Json::array();
  for (const DataType type : ChoosableTypes()) dtypes.push_back(DataTypeString(type));
  return {
      {"version", Version()}, {"ops", std::move(ops)}, {"dtypes", std::move(dtypes)}, {"recipes", Recipes()}};
}

}  // namespace voxgrad::studio
