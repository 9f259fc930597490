#include "studio/export.h"

#include <unordered_set>

#include "absl/strings/str_cat.h"
#include "graph/node.h"
#include "page/code/export_code.h"
#include "page/graph/import_graph.h"
#include "page/messages/binary.h"
#include "page/pages/page.h"
#include "studio/answer.h"
#include "studio/page_json.h"

namespace voxgrad::studio {
namespace {

/// The most numbers that stand in a program: with more, its values are files, and a download is one file.
constexpr int64_t kMostInline = 1 << 16;

Answer ExportProgram(const std::shared_ptr<const Page>& page, const std::string& stem, bool python) {
  ExportOptions options;
  options.page = stem;
  options.most_inline = kMostInline;
  std::vector<ExportedFile> files;
  const absl::StatusOr<std::string> text =
      python ? ExportPython(page, options, &files) : ExportCpp(page, options, &files);
  if (!text.ok()) return StatusAnswer(text.status());
  if (!files.empty()) {
    return ErrorAnswer(400,
                       absl::StrCat(files.front().path, " has more than ", kMostInline,
                                    " values, which is too long for a program of one file. Save the page "
                                    "and use `vox export`, which writes such values beside it."));
  }
  Answer answer;
  answer.json["name"] = absl::StrCat(stem, python ? ".py" : ".cc");
  answer.json["text"] = *text;
  return answer;
}

}  // namespace

Answer ExportPage(const BuiltPage& page, const Folders& folders, const std::string& format,
                  const std::string& stem) {
  const absl::StatusOr<GraphDef> def = WriteNodes(page, folders);
  if (!def.ok()) return StatusAnswer(def.status());
  const auto program = [&] { return std::make_shared<const Page>(*def, folders.page); };
  if (format == "cpp" || format == "python") return ExportProgram(program(), stem, format == "python");
  Answer answer;
  answer.json["name"] = absl::StrCat(stem, ".", format);
  if (format == "dot") {
    answer.json["text"] = ExportDot(*program());
  } else if (format == "pbtxt") {
    answer.json["text"] = def->DebugString();
  } else if (format == "pb") {
    std::string bytes;
    if (absl::Status status = WriteBinary(*def, &bytes); !status.ok()) return StatusAnswer(status);
    answer.json["base64"] = Base64(bytes);
  } else {
    return ErrorAnswer(
        400, absl::StrCat("format is `", format, "`; it must be pbtxt, pb, dot, cpp or python."), "format");
  }
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
