#include "studio/fold_gradients.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "graph/gradients.h"
#include "graph/node.h"

namespace voxgrad::studio {
namespace {

/// Each output is a node of the block's own, and one apart from the others, so that a wire from it can be
/// told from one that comes from elsewhere.
absl::Status MakeOwn(const BuiltBlock& block, const NodeAdder& add, std::vector<Endpoint>* gradients) {
  for (size_t i = 0; i < gradients->size(); ++i) {
    Endpoint& gradient = (*gradients)[i];
    if (gradient.node == nullptr) continue;
    const bool own = std::find(block.folded.begin(), block.folded.end(), gradient.node) != block.folded.end();
    const auto before = gradients->begin() + static_cast<int64_t>(i);
    if (own && std::find(gradients->begin(), before, gradient) == before) continue;
    Node* node = nullptr;
    if (absl::Status status = add({"", "Identity", {gradient}}, &node); !status.ok()) return status;
    gradient = {node, 0};
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status FoldGradients(const std::vector<Endpoint>& ys, const std::vector<Endpoint>& xs,
                           const std::vector<Endpoint>& upstream, Graph* graph,
                           const std::function<std::string(const std::string&)>& free_name,
                           BuiltBlock* block) {
  const NodeAdder add = [&](NodeSpec spec, Node** node) {
    const Op* op = FindOp(spec.op);
    spec.name = free_name(absl::StrCat(block->block->name, "/", op == nullptr ? spec.op : op->cpp_name));
    spec.attributes.push_back({"_gradients", block->block->name});
    absl::Status status = graph->AddNode(std::move(spec), node);
    if (status.ok()) block->folded.push_back(*node);
    return status;
  };
  absl::Status status = AddGradients(ys, xs, upstream, add, &block->outputs);
  if (status.ok()) status = MakeOwn(*block, add, &block->outputs);
  if (!status.ok()) {
    block->folded.clear();
    block->outputs.clear();
  }
  return status;
}

}  // namespace voxgrad::studio
