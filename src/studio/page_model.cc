#include "studio/page_model.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "studio/json_reader.h"

namespace voxgrad::studio {
namespace {

constexpr int64_t kMostOutputs = 1 << 20;

absl::Status ReadValue(const NamedJson& json, const std::string& where, Value* value) {
  return JsonReader(json, where)
      .Text("dtype", &value->dtype)
      .Text("shape", &value->shape)
      .Text("text", &value->text)
      .Text("generator", &value->generator)
      .Text("file", &value->file)
      .status();
}

absl::Status ReadBlock(const NamedJson& json, const std::string& key, Block* block) {
  JsonReader reader(json, absl::StrCat("page.blocks.", key));
  block->name = key;
  std::string name = key;
  reader.Text("name", &name).Text("op", &block->op).Number("x", &block->x).Number("y", &block->y);
  reader.Texts("attrs", &block->attrs).Texts("literals", &block->literals).Flag("init", &block->init);
  reader.Text("note", &block->note).Text("group", &block->group).Text("raw", &block->raw);
  reader.Text("device", &block->device);
  reader.Require("op", "the name of an op");
  if (const NamedJson* value = reader.Object("value"))
    reader.Fail(ReadValue(*value, reader.Where("value"), &block->value.emplace()));
  if (name != key)
    reader.Fail(absl::InvalidArgumentError(absl::StrCat(reader.Where("name"), " is `", name,
                                                        "`, but the block stands under `", key,
                                                        "`; both are its name.")));
  return reader.status();
}

absl::Status ReadWire(const NamedJson& json, size_t place, Wire* wire) {
  JsonReader reader(json, absl::StrCat("page.wires[", place, "]"));
  int64_t output = 0;
  reader.Text("from", &wire->from).Text("to", &wire->to).Text("input", &wire->input);
  reader.Integer("output", -1, kMostOutputs, &output);
  for (const char* field : {"from", "to", "input"}) reader.Require(field, "a text");
  wire->output = static_cast<int>(output);
  return reader.status();
}

void ReadRect(JsonReader* reader, Rect* at) {
  reader->Number("x", &at->x).Number("y", &at->y).Number("width", &at->width).Number("height", &at->height);
}

absl::Status ReadGroup(const NamedJson& json, const std::string& key, Group* group) {
  JsonReader reader(json, absl::StrCat("page.groups.", key));
  reader.Text("title", &group->title).Flag("collapsed", &group->collapsed);
  ReadRect(&reader, &group->at);
  return reader.status();
}

absl::Status ReadComment(const NamedJson& json, const std::string& key, Comment* comment) {
  JsonReader reader(json, absl::StrCat("page.comments.", key));
  reader.Text("text", &comment->text);
  ReadRect(&reader, &comment->at);
  return reader.status();
}

absl::Status ReadView(const NamedJson& json, size_t place, View* view) {
  return JsonReader(json, absl::StrCat("page.views[", place, "]"))
      .Text("kind", &view->kind)
      .Text("output", &view->output)
      .status();
}

template <class T>
absl::Status ReadMap(const NamedJson* json, absl::Status (*read)(const NamedJson&, const std::string&, T*),
                     std::map<std::string, T>* to) {
  if (json == nullptr) return absl::OkStatus();
  for (const auto& [key, value] : json->items()) {
    if (absl::Status status = read(value, key, &(*to)[key]); !status.ok()) return status;
  }
  return absl::OkStatus();
}

template <class T>
absl::Status ReadList(const NamedJson* json, absl::Status (*read)(const NamedJson&, size_t, T*),
                      std::vector<T>* to) {
  if (json == nullptr) return absl::OkStatus();
  to->resize(json->size());
  for (size_t i = 0; i < json->size(); ++i) {
    if (absl::Status status = read((*json)[i], i, &(*to)[i]); !status.ok()) return status;
  }
  return absl::OkStatus();
}

void WriteRect(const Rect& at, NamedJson* json) {
  (*json)["x"] = at.x;
  (*json)["y"] = at.y;
  (*json)["width"] = at.width;
  (*json)["height"] = at.height;
}

NamedJson WriteValue(const Value& value) {
  NamedJson json = {{"dtype", value.dtype}, {"shape", value.shape}};
  if (value.text) json["text"] = *value.text;
  if (value.generator) json["generator"] = *value.generator;
  if (value.file) json["file"] = *value.file;
  return json;
}

}  // namespace

absl::StatusOr<PageModel> ReadModel(const NamedJson& page) {
  JsonReader reader(page, "page");
  PageModel model;
  reader.Text("about", &model.about);
  reader.Fail(ReadMap(reader.Object("blocks"), ReadBlock, &model.blocks));
  reader.Fail(ReadList(reader.List("wires"), ReadWire, &model.wires));
  reader.Fail(ReadMap(reader.Object("groups"), ReadGroup, &model.groups));
  reader.Fail(ReadMap(reader.Object("comments"), ReadComment, &model.comments));
  reader.Fail(ReadList(reader.List("views"), ReadView, &model.views));
  if (!reader.ok()) return reader.status();
  return model;
}

NamedJson WriteBlock(const Block& block) {
  NamedJson json = {{"name", block.name},
                    {"op", block.op},
                    {"x", block.x},
                    {"y", block.y},
                    {"attrs", NamedJson(block.attrs)},
                    {"literals", NamedJson(block.literals)}};
  for (const char* field : {"attrs", "literals"}) {
    if (json[field].is_null()) json[field] = NamedJson::object();
  }
  if (block.value) json["value"] = WriteValue(*block.value);
  if (block.init) json["init"] = true;
  if (!block.note.empty()) json["note"] = block.note;
  if (!block.group.empty()) json["group"] = block.group;
  if (!block.raw.empty()) json["raw"] = block.raw;
  if (!block.device.empty()) json["device"] = block.device;
  return json;
}

NamedJson WriteWire(const Wire& wire) {
  return {{"from", wire.from}, {"output", wire.output}, {"to", wire.to}, {"input", wire.input}};
}

NamedJson WriteModel(const PageModel& page) {
  NamedJson json = {{"blocks", NamedJson::object()},
                    {"wires", NamedJson::array()},
                    {"groups", NamedJson::object()},
                    {"comments", NamedJson::object()},
                    {"views", NamedJson::array()}};
  for (const auto& [name, block] : page.blocks) json["blocks"][name] = WriteBlock(block);
  for (const Wire& wire : page.wires) json["wires"].push_back(WriteWire(wire));
  for (const auto& [key, group] : page.groups) {
    NamedJson& to = json["groups"][key] = {{"title", group.title}, {"collapsed", group.collapsed}};
    WriteRect(group.at, &to);
  }
  for (const auto& [key, comment] : page.comments) {
    NamedJson& to = json["comments"][key] = {{"text", comment.text}};
    WriteRect(comment.at, &to);
  }
  for (const View& view : page.views) json["views"].push_back({{"kind", view.kind}, {"output", view.output}});
  if (!page.about.empty()) json["about"] = page.about;
  return json;
}

}  // namespace voxgrad::studio
