// vox check: what is wrong with a page; vox convert: a page in its other form.
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "cli/command.h"
#include "cli/text.h"
#include "page/graph/tensorflow_check.h"
#include "page/pages/page.h"
#include "page/pages/page_data.h"

namespace voxgrad::cli {
namespace {

std::string Plural(size_t count, const char* what) {
  return absl::StrCat(CountText(static_cast<int64_t>(count)), " ", what, count == 1 ? "" : "s");
}

/// "float [1,4,4,2], int32 [?]"
std::string OutputsText(const Node& node) {
  std::string text;
  for (int i = 0; i < node.num_outputs(); ++i) {
    absl::StrAppend(&text, i > 0 ? ", " : "", DataTypeString(BaseType(node.output_type(i))), " ",
                    node.output_shape(i).DebugString());
  }
  return text;
}

void PrintShapes(const Graph& graph) {
  Columns table("lll");
  for (const Node* node : graph.op_nodes())
    table.Row({node->name(), node->type_string(), OutputsText(*node)});
  std::printf("%s", table.Text(2).c_str());
}

/// Names of the page's session and data files that do not resolve.
std::vector<absl::Status> SessionProblems(const Page& page) {
  std::vector<absl::Status> problems;
  const auto note = [&](const std::string& where, const absl::Status& status) {
    if (!status.ok())
      problems.push_back(
          absl::Status(status.code(), absl::StrCat("The page's ", where, ": ", status.message())));
  };
  for (const std::string& name : page.session().fetch_outputs)
    note("fetch_outputs", page.FindOutput(name).status());
  for (const std::string& name : page.session().run_outputs)
    note("run_outputs", page.FindNode(name.substr(0, name.find(':'))).status());
  for (const std::string& input : page.session().inputs)
    note("inputs", page.FindOutput(input.substr(0, input.find('='))).status());
  return problems;
}

size_t PrintProblems(const Page& page) {
  size_t count = 0;
  for (const ImportProblem& problem : page.import().problems) {
    std::printf("  %s\n", std::string(problem.status.message()).c_str());
    ++count;
  }
  std::vector<absl::Status> more = SessionProblems(page);
  for (const auto& [node, def] : page.sources()) {
    const absl::Status status = SourceValue(*def, page.folder(), 0).status();
    if (!status.ok()) more.push_back(status);
  }
  for (const absl::Status& status : more) std::printf("  %s\n", std::string(status.message()).c_str());
  return count + more.size();
}

/// How many nodes TensorFlow would refuse, each printed with the reason.
size_t PrintObjections(const Graph& graph) {
  size_t count = 0;
  for (const Node* node : graph.op_nodes()) {
    const std::vector<std::string> objections = TensorFlowObjections(*node);
    if (objections.empty()) continue;
    if (count++ == 0) std::printf("TensorFlow could not load\n");
    for (const std::string& objection : objections)
      std::printf("  %s: %s\n", node->name().c_str(), objection.c_str());
  }
  return count;
}

absl::Status TakePage(const Arguments& arguments, size_t count, Words* rest) {
  if (absl::Status status = arguments.Rest(rest); !status.ok()) return status;
  if (rest->size() < count) return absl::InvalidArgumentError("Which page? Name a .pbtxt or .pb file.");
  if (rest->size() > count)
    return absl::InvalidArgumentError(absl::StrCat("`", (*rest)[count], "` is not understood."));
  return absl::OkStatus();
}

}  // namespace

int CheckPage(const Words& words) {
  Arguments arguments(words);
  const bool shapes = arguments.Flag("--shapes");
  Words rest;
  if (absl::Status status = TakePage(arguments, 1, &rest); !status.ok())
    return UsageError("check", status.message());
  const absl::StatusOr<std::shared_ptr<const Page>> page = Page::Load(rest[0]);
  if (!page.ok()) return Fail(page.status());
  if (shapes) PrintShapes((*page)->graph());
  const size_t problems = PrintProblems(**page);
  const size_t objections = PrintObjections((*page)->graph());
  const size_t blocked = (*page)->import().blocked;
  std::printf(
      "%s: %s, %s%s, %s that TensorFlow could not load\n", rest[0].c_str(),
      Plural(static_cast<size_t>((*page)->def().node_size()), "node").c_str(),
      Plural(problems, "problem").c_str(),
      blocked == 0 ? "" : absl::StrCat(" (", Plural(blocked, "node"), " behind them not looked at)").c_str(),
      Plural(objections, "node").c_str());
  return problems == 0 ? 0 : 1;
}

int ConvertPage(const Words& words) {
  Arguments arguments(words);
  SavePolicy policy;
  policy.embed = arguments.Flag("--embed");
  Words rest;
  if (absl::Status status = TakePage(arguments, 2, &rest); !status.ok())
    return UsageError("convert", status.message());
  const absl::StatusOr<GraphDef> def = ReadPage(rest[0]);
  if (!def.ok()) return Fail(def.status());
  const absl::Status status = WritePage(rest[1], *def, FolderOf(rest[0]), policy);
  return status.ok() ? 0 : Fail(status);
}

}  // namespace voxgrad::cli
