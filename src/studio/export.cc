#include "studio/export.h"

#include <unordered_set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "graph/node.h"
#include "page/binary.h"
#include "page/import_graph.h"
#include "page/page.h"
#include "studio/answer.h"
#include "studio/infer.h"
#include "studio/page_json.h"

namespace voxgrad::studio {
namespace {

using Json = nlohmann::ordered_json;

std::string Quoted(const std::string& text) {
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\"", "\\\""}, {"\n", "\\n"}}), "\"");
}

/// Graphviz: blocks as boxes, wires with what they carry.
std::string DotText(const BuiltPage& page) {
  std::string text =
      "digraph page {\n  rankdir=LR;\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n";
  for (const BuiltBlock& block : page.blocks) {
    absl::StrAppend(&text, "  ", Quoted(block.block->name),
                    " [label=", Quoted(absl::StrCat(block.block->name, "\n", block.block->op)), "];\n");
  }
  for (size_t w = 0; w < page.model->wires.size(); ++w) {
    const Wire& wire = page.model->wires[w];
    if (page.Find(wire.from) == nullptr || page.Find(wire.to) == nullptr) continue;
    const std::vector<Endpoint>& outputs = page.Find(wire.from)->outputs;
    const auto output = static_cast<size_t>(wire.output);
    const bool known = wire.output >= 0 && output < outputs.size() && outputs[output].node != nullptr;
    absl::StrAppend(&text, "  ", Quoted(wire.from), " -> ", Quoted(wire.to),
                    " [label=", Quoted(known ? WireText(InfoOf(outputs[output])) : ""),
                    wire.input == "^" ? ", style=dashed" : "",
                    page.wire_problems.count(w) > 0 ? ", color=red" : "", "];\n");
  }
  return text + "}\n";
}

}  // namespace

Answer ExportPage(const BuiltPage& page, const Folders& folders, const std::string& format,
                  const std::string& stem) {
  Answer answer;
  answer.json["name"] = absl::StrCat(stem, ".", format);
  if (format == "dot") {
    answer.json["text"] = DotText(page);
    return answer;
  }
  if (format != "pbtxt" && format != "pb")
    return ErrorAnswer(400, absl::StrCat("format is `", format, "`; it must be pbtxt, pb or dot."), "format");
  const absl::StatusOr<GraphDef> def = WriteNodes(page, folders);
  if (!def.ok()) return StatusAnswer(def.status());
  if (format == "pbtxt") {
    answer.json["text"] = def->DebugString();
    return answer;
  }
  std::string bytes;
  if (absl::Status status = WriteBinary(*def, &bytes); !status.ok()) return StatusAnswer(status);
  answer.json["base64"] = Base64(bytes);
  return answer;
}

Answer ImportPage(const std::string& content, const std::string& uploads) {
  const absl::StatusOr<GraphDef> def = ParsePage(content);
  if (!def.ok()) return ErrorAnswer(400, absl::StrCat("This is no page: ", def.status().message()), "text");
  Json problems = Json::array();
  for (const ImportProblem& problem : ImportGraph(*def).problems)
    problems.push_back(std::string(problem.status.message()));
  if (def->library().function_size() > 0)
    problems.push_back("The functions of the graph are not part of a page.");
  Answer answer;
  answer.json["page"] = GraphDefToPage(*def, "", uploads);
  answer.json["problems"] = std::move(problems);
  return answer;
}

Answer GradientsOf(const BuiltPage& page, const std::string& name) {
  const BuiltBlock* block = page.Find(name);
  if (block == nullptr || block->block->op != kGradientsOp)
    return ErrorAnswer(404, absl::StrCat("No Gradients block is called ", name, "."), "block");
  if (!block->problems.empty() && block->folded.empty())
    return ErrorAnswer(400, block->problems.front().message, block->problems.front().argument);
  GraphDef def;
  std::unordered_set<std::string> names;
  for (const Node* node : block->folded) {
    NodeDef& added = *def.add_node();
    added = node->def();
    added.mutable_attr()->erase("_gradients");
    names.insert(node->name());
  }
  PageModel model = ReadNodes(def, "");
  // Wires that come from outside begin at blocks, as the page names them.
  Answer answer;
  answer.json = {{"blocks", Json::object()}, {"wires", Json::array()}, {"outputs", Json::array()}};
  for (const auto& [key, folded] : model.blocks) answer.json["blocks"][key] = WriteBlock(folded);
  for (Wire& wire : model.wires) {
    const Node* from = page.graph->FindNode(wire.from);
    if (names.count(wire.from) == 0 && from != nullptr) {
      const BuiltBlock& owner = page.blocks[page.owner.at(from)];
      for (size_t i = 0; i < owner.outputs.size(); ++i) {
        if (!(owner.outputs[i] == Endpoint{const_cast<Node*>(from), wire.output})) continue;
        wire.from = owner.block->name;
        wire.output = static_cast<int>(i);
        break;
      }
    }
    answer.json["wires"].push_back(Json(WriteWire(wire)));
  }
  for (const Endpoint& output : block->outputs)
    answer.json["outputs"].push_back(output.node == nullptr ? "" : EndpointName(output));
  return answer;
}

}  // namespace voxgrad::studio
