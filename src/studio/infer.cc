#include "studio/infer.h"

#include "absl/strings/str_cat.h"
#include "ops/table/arguments.h"
#include "ops/table/attribute_text.h"
#include "studio/answer.h"
#include "studio/window_view.h"

namespace voxgrad::studio {
namespace {

std::string ShapeText(const PartialTensorShape& shape) {
  return shape.unknown_rank() ? "?" : shape.DebugString();
}

double BytesOf(const voxgrad::OutputInfo& output) {
  TensorShape shape;
  if (output.dtype == DT_STRING || !output.shape.AsTensorShape(&shape)) return 0;
  return static_cast<double>(shape.num_elements()) * DataTypeSize(output.dtype);
}

Json ProblemJson(const Problem& problem) {
  Json json = {{"message", problem.message}};
  if (!problem.argument.empty()) json["argument"] = problem.argument;
  if (problem.fix)
    json["fix"] = {{"label", problem.fix->label}, {"attr", problem.fix->attr}, {"value", problem.fix->value}};
  return json;
}

Json OutputJson(const std::string& name, const Endpoint& output) {
  if (output.node == nullptr) return {{"name", name}, {"dtype", ""}, {"shape", "?"}, {"text", ""}};
  const voxgrad::OutputInfo& info = InfoOf(output);
  return {{"name", name},
          {"dtype", DataTypeString(info.dtype)},
          {"shape", ShapeText(info.shape)},
          {"text", WireText(info)}};
}

/// The outputs of a block. One that is not in the graph has those of its op, without types.
Json OutputsJson(const BuiltBlock& block) {
  Json list = Json::array();
  if (block.node != nullptr) {
    const std::vector<std::string> names = OutputNames(*block.node);
    for (size_t i = 0; i < block.outputs.size(); ++i) list.push_back(OutputJson(names[i], block.outputs[i]));
  } else if (block.block->op == kGradientsOp) {
    size_t place = 0;
    for (const Pin& pin : block.pins) {
      if (pin.arg != 1) continue;
      const Endpoint output = place < block.outputs.size() ? block.outputs[place] : Endpoint{};
      list.push_back(OutputJson(absl::StrCat("gradients[", place, "]"), output));
      ++place;
    }
  } else if (block.op != nullptr) {
    for (const ArgDef& arg : block.op->outputs) list.push_back(OutputJson(arg.name, {}));
  }
  return list;
}

/// All pins, with the free one behind the last of each list.
Json PinsJson(const BuiltBlock& block) {
  const std::vector<PinDef> defs = PinsOf(*block.block);
  Json list = Json::array();
  size_t next = 0;
  for (size_t arg = 0; arg < defs.size(); ++arg) {
    size_t count = 0;
    for (; next < block.pins.size() && block.pins[next].arg == arg; ++next, ++count) {
      const Pin& pin = block.pins[next];
      const bool known = pin.source.node != nullptr && pin.source.index >= 0;
      list.push_back({{"pin", pin.name}, {"text", known ? WireText(InfoOf(pin.source)) : ""}});
    }
    if (defs[arg].list)
      list.push_back({{"pin", absl::StrCat(defs[arg].name, "[", count, "]")}, {"text", ""}});
  }
  return list;
}

Json FollowingAttrs(const BuiltBlock& block) {
  Json attrs = Json::object();
  if (block.node == nullptr) return attrs;
  const NodeBody& body = block.node->body();
  for (size_t i = 0; i < body.op->attrs.size(); ++i) {
    const std::string& name = body.op->attrs[i].name;
    if (FollowsFromInputs(*body.op, name)) attrs[name] = AttributeText(body.slots[i], 16);
  }
  return attrs;
}

Json BlockJson(const BuiltBlock& block) {
  Json json = {{"problems", Json::array()}};
  for (const Problem& problem : block.problems) json["problems"].push_back(ProblemJson(problem));
  json["outputs"] = OutputsJson(block);
  json["attrs"] = FollowingAttrs(block);
  if (const int64_t groups = block.node == nullptr ? 0 : ConvolutionGroups(*block.node); groups > 0)
    json["groups"] = groups;
  json["pins"] = PinsJson(block);
  if (block.blocked && block.problems.empty()) json["blocked"] = true;
  return json;
}

}  // namespace

std::string WireText(const voxgrad::OutputInfo& output) {
  std::string text = absl::StrCat(DataTypeString(output.dtype), " ", ShapeText(output.shape));
  const double bytes = BytesOf(output);
  if (bytes > 0) absl::StrAppend(&text, " · ", BytesText(bytes));
  return text;
}

std::vector<std::string> OutputNames(const Node& node) {
  const NodeBody& body = node.body();
  std::vector<std::string> names;
  for (size_t i = 0; i < body.op->outputs.size(); ++i) {
    const ArgDef& arg = body.op->outputs[i];
    const ArgRange range = RangeOf(*body.op, body.op->outputs, i, body.slots);
    for (size_t k = range.begin; k < range.end; ++k)
      names.push_back(arg.is_list() ? absl::StrCat(arg.name, "[", k - range.begin, "]") : arg.name);
  }
  return names;
}

Json InferJson(const BuiltPage& page) {
  Json blocks = Json::object();
  double bytes = 0;
  size_t nodes = 0;
  for (const BuiltBlock& block : page.blocks) {
    blocks[block.block->name] = BlockJson(block);
    nodes += block.folded.size() + (block.node != nullptr ? 1 : 0);
    for (const Endpoint& output : block.outputs)
      bytes += output.node == nullptr ? 0 : BytesOf(InfoOf(output));
  }
  Json wires = Json::object();
  for (const auto& [wire, sentence] : page.wire_problems) wires[std::to_string(wire)] = sentence;
  return {{"blocks", std::move(blocks)}, {"wires", std::move(wires)}, {"nodes", nodes}, {"bytes", bytes}};
}

}  // namespace voxgrad::studio
