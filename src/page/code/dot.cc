// A page for Graphviz.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "graph/node.h"
#include "page/code/export_code.h"

namespace voxgrad {
namespace {

std::string DotText(absl::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

/// Variables are drums, values from outside are slanted, constants are plain.
std::string Style(const Node& node) {
  const NodeBody& body = node.body();
  if (body.inputs.empty() && node.num_outputs() == 1 && body.output_arg(0).is_ref)
    return ", shape=cylinder, fillcolor=\"#fde2b8\"";
  if (node.type_string() == "Placeholder") return ", shape=parallelogram, fillcolor=\"#cfe6fa\"";
  if (node.type_string() == "Const") return ", style=filled, fillcolor=\"#eeeeee\"";
  return "";
}

/// "float [1,4,4,2]"
std::string EdgeText(const Endpoint& output) {
  const OutputInfo& info = InfoOf(output);
  return absl::StrCat(DataTypeString(BaseType(info.dtype)), " ", info.shape.DebugString());
}

}  // namespace

std::string ExportDot(const Page& page) {
  std::string text =
      "digraph page {\n"
      "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"sans-serif\"];\n"
      "  edge [fontname=\"sans-serif\", fontsize=10, color=\"#555555\"];\n";
  for (const Node* node : page.graph().op_nodes()) {
    if (node->name() == kPageNode) continue;
    absl::StrAppend(&text, "  ", DotText(node->name()), " [label=<<b>", node->type_string(), "</b><br/>",
                    absl::StrReplaceAll(node->name(), {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}}), ">",
                    Style(*node), "];\n");
  }
  for (const Node* node : page.graph().op_nodes()) {
    if (node->name() == kPageNode) continue;
    for (const Endpoint& input : node->body().inputs) {
      absl::StrAppend(&text, "  ", DotText(input.node->name()), " -> ", DotText(node->name()),
                      " [label=", DotText(EdgeText(input)), "];\n");
    }
    for (const Node* before : node->control_inputs()) {
      absl::StrAppend(&text, "  ", DotText(before->name()), " -> ", DotText(node->name()),
                      " [style=dashed];\n");
    }
  }
  return text + "}\n";
}

}  // namespace voxgrad
