#include "page/pages/page.h"

#include <algorithm>
#include <unordered_set>

#include "absl/strings/str_cat.h"
#include "core/nearest.h"
#include "graph/endpoint.h"
#include "page/pages/page_data.h"

namespace voxgrad {
namespace {

std::vector<std::string> TextsOf(const NodeDef& node, const char* attr) {
  const auto found = node.attr().find(attr);
  if (found == node.attr().end()) return {};
  const auto& texts = found->second.list().s();
  return {texts.begin(), texts.end()};
}

bool IsMarked(const NodeDef& node, const char* attr) {
  const auto found = node.attr().find(attr);
  return found != node.attr().end() && found->second.b();
}

}  // namespace

absl::StatusOr<std::shared_ptr<const Page>> Page::Load(const std::string& path) {
  absl::StatusOr<GraphDef> def = ReadPage(path);
  if (!def.ok()) return def.status();
  return std::make_shared<const Page>(*std::move(def), FolderOf(path));
}

Page::Page(GraphDef def, std::string folder)
    : def_(std::move(def)), folder_(std::move(folder)), import_(ImportGraph(def_)) {
  for (const NodeDef& node : def_.node()) Look(node);
}

void Page::Look(const NodeDef& node) {
  if (node.name() == kPageNode) {
    session_ = {TextsOf(node, "_fetch_outputs"), TextsOf(node, "_run_outputs"), TextsOf(node, "_inputs")};
  }
  const bool source = HasSource(node), init = IsMarked(node, "_init");
  if (!source && !init) return;
  Node* made = graph().FindNode(node.name());
  if (made == nullptr) return;
  if (source) sources_.emplace_back(made, &node);
  if (init) initializers_.push_back(made);
}

absl::StatusOr<Node*> Page::FindNode(const std::string& name) const {
  if (Node* node = graph().FindNode(name)) return node;
  if (const auto kept_out = import_.missing.find(name); kept_out != import_.missing.end())
    return import_.problems[kept_out->second].status;
  std::vector<std::string> names;
  for (const NodeDef& node : def_.node()) names.push_back(node.name());
  const std::string nearest = names.size() > 10000 ? "" : Nearest(name, names);
  return absl::NotFoundError(absl::StrCat(
      "No node is called ", name, ".", nearest.empty() ? "" : absl::StrCat(" Did you mean ", nearest, "?")));
}

absl::StatusOr<Endpoint> Page::FindOutput(const std::string& name) const {
  absl::string_view node_name;
  Endpoint endpoint;
  if (!ParseEndpoint(name, &node_name, &endpoint.index) || endpoint.index < 0)
    return absl::InvalidArgumentError(absl::StrCat("`", name, "` is no output; write node or node:1."));
  const absl::StatusOr<Node*> node = FindNode(std::string(node_name));
  if (!node.ok()) return node.status();
  endpoint.node = *node;
  if (endpoint.index >= endpoint.node->num_outputs()) {
    return absl::OutOfRangeError(absl::StrCat("Node '", node_name, "' (", endpoint.node->type_string(),
                                              ") has ", endpoint.node->num_outputs(),
                                              " outputs; there is no ", name, "."));
  }
  return endpoint;
}

std::vector<Endpoint> Page::Sinks() const {
  std::unordered_set<const Node*> left_out(initializers_.begin(), initializers_.end());
  for (const Node* node : graph().op_nodes()) {
    for (int i = 0; i < node->num_inputs(); ++i) left_out.insert(node->input(i).node);
    left_out.insert(node->control_inputs().begin(), node->control_inputs().end());
  }
  const auto has_source = [&](const Node* node) {
    return std::any_of(sources_.begin(), sources_.end(),
                       [&](const auto& source) { return source.first == node; });
  };
  std::vector<Endpoint> sinks;
  for (Node* node : graph().op_nodes()) {
    if (left_out.count(node) != 0 || (node->type_string() == "Placeholder" && !has_source(node))) continue;
    for (int i = 0; i < node->num_outputs(); ++i) sinks.push_back({node, i});
  }
  return sinks;
}

std::string EndpointName(const Endpoint& endpoint) {
  return absl::StrCat(endpoint.node->name(), ":", endpoint.index);
}

}  // namespace voxgrad
