#include "studio/page_marks.h"

#include <cstdlib>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/number_text.h"
#include "studio/api.h"
#include "studio/json.h"
#include "studio/json_reader.h"

namespace voxgrad::studio {
namespace {

const AttrValue* Find(const NodeDef& node, const char* name) {
  const auto found = node.attr().find(name);
  return found == node.attr().end() ? nullptr : &found->second;
}

AttrValue& Slot(NodeDef* node, const std::string& name) { return (*node->mutable_attr())[name]; }

}  // namespace

bool IsOwnMark(const std::string& name) {
  static const auto* names =
      new std::set<std::string>{"_x",       "_y",         "_note", "_group",     "_init",
                                "_literal", "_gradients", "_file", "_generator", "_placeholder"};
  return names->count(name) > 0 || absl::StartsWith(name, "_typed_");
}

bool FlagMark(const NodeDef& node, const char* name) {
  const AttrValue* value = Find(node, name);
  return value != nullptr && value->b();
}

std::string TextMark(const NodeDef& node, const char* name) {
  const AttrValue* value = Find(node, name);
  return value == nullptr ? "" : value->s();
}

std::vector<std::string> TextsMark(const NodeDef& node, const char* name) {
  const AttrValue* value = Find(node, name);
  if (value == nullptr) return {};
  return {value->list().s().begin(), value->list().s().end()};
}

double NumberMark(const NodeDef& node, const char* name) {
  const AttrValue* value = Find(node, name);
  // By its shortest text: 0.1 as a float is not 0.1 as a double.
  return value == nullptr ? 0 : std::strtod(NumberText(value->f()).c_str(), nullptr);
}

void SetMark(NodeDef* node, const std::string& name, bool flag) { Slot(node, name).set_b(flag); }
void SetMark(NodeDef* node, const std::string& name, double number) {
  Slot(node, name).set_f(static_cast<float>(number));
}
void SetMark(NodeDef* node, const std::string& name, const std::string& text) {
  Slot(node, name).set_s(text);
}
void SetMark(NodeDef* node, const std::string& name, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) Slot(node, name).mutable_list()->add_s(text);
}

void SetLayout(const Block& block, NodeDef* node) {
  SetMark(node, "_x", block.x);
  SetMark(node, "_y", block.y);
  if (!block.note.empty()) SetMark(node, "_note", block.note);
  if (!block.group.empty()) SetMark(node, "_group", block.group);
  if (block.init) SetMark(node, "_init", true);
}

void ReadLayout(const NodeDef& node, Block* block) {
  block->x = NumberMark(node, "_x");
  block->y = NumberMark(node, "_y");
  block->note = TextMark(node, "_note");
  block->group = TextMark(node, "_group");
  block->init = FlagMark(node, "_init");
}

std::string Fingerprint(const NodeDef& node) {
  uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char byte : node.SerializeAsString()) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001b3;
  }
  return absl::StrCat(absl::Hex(hash, absl::kZeroPad16));
}

std::string GradientsLine::Write() const {
  Json json = {{"name", block.name}, {"x", block.x}, {"y", block.y}};
  if (!block.note.empty()) json["note"] = block.note;
  if (!block.group.empty()) json["group"] = block.group;
  json["outputs"] = outputs;
  json["inputs"] = inputs;
  if (!grad_outputs.empty()) json["grad_outputs"] = grad_outputs;
  json["results"] = results;
  return JsonText(json);
}

bool GradientsLine::Read(const std::string& text) {
  const NamedJson json = NamedJson::parse(text, nullptr, /*allow_exceptions=*/false);
  JsonReader reader(json, "_gradients");
  block.op = kGradientsOp;
  reader.Text("name", &block.name).Number("x", &block.x).Number("y", &block.y);
  reader.Text("note", &block.note).Text("group", &block.group);
  reader.Strings("outputs", &outputs).Strings("inputs", &inputs).Strings("grad_outputs", &grad_outputs);
  reader.Strings("results", &results);
  return reader.ok() && !block.name.empty();
}

}  // namespace voxgrad::studio
