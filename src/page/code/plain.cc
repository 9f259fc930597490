// A page as the plain GraphDef that it is: nothing of ours in it.
#include "page/code/export_code.h"
#include "page/pages/page_data.h"

namespace voxgrad {
namespace {

/// Whether some node waits for the page's own node; then it has to stay.
bool IsAwaited(const GraphDef& def) {
  for (const NodeDef& node : def.node()) {
    for (const std::string& input : node.input()) {
      if (input == std::string("^") + kPageNode) return true;
    }
  }
  return false;
}

void DropOwnAttributes(NodeDef* node) {
  std::vector<std::string> own;
  for (const auto& entry : node->attr()) {
    if (!entry.first.empty() && entry.first[0] == '_') own.push_back(entry.first);
  }
  for (const std::string& name : own) node->mutable_attr()->erase(name);
}

}  // namespace

absl::StatusOr<GraphDef> ExportGraphDef(const Page& page, uint64_t seed) {
  GraphDef plain = page.def();
  plain.clear_node();
  const bool keeps_page_node = IsAwaited(page.def());
  for (const NodeDef& given : page.def().node()) {
    if (given.name() == kPageNode && !keeps_page_node) continue;
    NodeDef* node = plain.add_node();
    *node = given;
    if (HasSource(*node)) {
      if (absl::Status status = EmbedSource(page.folder(), seed, node); !status.ok()) return status;
    }
    DropOwnAttributes(node);
  }
  return plain;
}

}  // namespace voxgrad
