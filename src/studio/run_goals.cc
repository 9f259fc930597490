#include "studio/run_goals.h"

#include <algorithm>
#include <unordered_set>

#include "absl/strings/str_cat.h"
#include "graph/endpoint.h"
#include "graph/node.h"
#include "page/graph/import_graph.h"
#include "page/pages/page_data.h"

namespace voxgrad::studio {
namespace {

class Goals {
 public:
  explicit Goals(const BuiltPage& page) : page_(page) {
    for (const Node* node : page.graph->op_nodes()) {  // each after its inputs
      const Node* bad = node->finding().ok() ? nullptr : node;
      for (int i = 0; i < node->num_inputs() && bad == nullptr; ++i) bad = BadBehind(node->input(i).node);
      for (const Node* before : node->control_inputs()) bad = bad == nullptr ? BadBehind(before) : bad;
      if (bad != nullptr) bad_[node] = bad;
    }
  }

  /// The node whose finding keeps this one from running; null when it can run.
  const Node* BadBehind(const Node* node) const {
    const auto found = bad_.find(node);
    return found == bad_.end() ? nullptr : found->second;
  }

  void Fetch(const Endpoint& output) {
    if (!Refuse(output.node)) goals_.fetches.push_back(output);
  }

  void Run(Node* node) {
    if (!Refuse(node)) goals_.targets.push_back(node);
  }

  void Blame(const BuiltBlock& block) {
    const BuiltBlock* at_fault = &block;
    while (at_fault->problems.empty()) {  // a block that waits for another says so there
      const BuiltBlock* before = nullptr;
      for (const Pin& pin : at_fault->pins) {
        if (pin.wire >= 0 && pin.source.node == nullptr)
          before = page_.Find(page_.model->wires[static_cast<size_t>(pin.wire)].from);
      }
      for (const int wire : at_fault->control_wires) {
        const BuiltBlock* from = page_.Find(page_.model->wires[static_cast<size_t>(wire)].from);
        if (before == nullptr && from != nullptr && from->node == nullptr) before = from;
      }
      if (before == nullptr) break;
      at_fault = before;
    }
    AddProblem(at_fault->block->name,
               at_fault->problems.empty() ? "It has nothing to run." : at_fault->problems.front().message);
  }

  void Named(const std::string& name, bool run) {
    if (const BuiltBlock* block = page_.Find(name)) {
      if (block->node == nullptr && block->outputs.empty()) return Blame(*block);
      if (run && block->node != nullptr) return Run(block->node);
      for (const Endpoint& output : block->outputs) {
        if (output.node != nullptr) Fetch(output);
      }
      if (block->outputs.empty()) Run(block->node);
      return;
    }
    const absl::StatusOr<Endpoint> output = FindOutput(page_, name);
    if (!output.ok()) return AddProblem("", std::string(output.status().message()));
    run ? Run(output->node) : Fetch(*output);
  }

  void OfSession(const BuiltBlock& session) {
    for (const Pin& pin : session.pins) {
      if (pin.source.node != nullptr) {
        pin.arg == 0 ? Fetch(pin.source) : Run(pin.source.node);
      } else if (pin.wire >= 0) {
        const auto refused = page_.wire_problems.find(static_cast<size_t>(pin.wire));
        const BuiltBlock* from = page_.Find(page_.model->wires[static_cast<size_t>(pin.wire)].from);
        if (refused != page_.wire_problems.end() || from == nullptr) {
          AddProblem(session.block->name, refused == page_.wire_problems.end() ? "" : refused->second);
        } else {
          Blame(*from);
        }
      }
    }
  }

  /// As Page::Sinks, but for what has problems.
  void Sinks() {
    std::unordered_set<const Node*> left_out;
    for (const auto& [node, block] : page_.owner) {
      for (int i = 0; i < node->num_inputs(); ++i) left_out.insert(node->input(i).node);
      left_out.insert(node->control_inputs().begin(), node->control_inputs().end());
      if (page_.blocks[block].block->init && page_.blocks[block].node == node) left_out.insert(node);
    }
    for (Node* node : page_.graph->op_nodes()) {
      if (page_.owner.count(node) == 0 || left_out.count(node) > 0) continue;
      if (node->type_string() == "Placeholder" && !HasSource(node->def())) continue;
      for (int i = 0; i < node->num_outputs(); ++i) Fetch({node, i});
    }
    for (const BuiltBlock& block : page_.blocks) {
      if (block.node == nullptr && block.outputs.empty() && !block.problems.empty() &&
          block.block->op != kSessionOp)
        AddProblem(block.block->name, block.problems.front().message);
    }
  }

  RunGoals Take() { return std::move(goals_); }

 private:
  void AddProblem(const std::string& block, const std::string& message) {
    for (const RunProblem& problem : goals_.problems) {
      if (problem.block == block && problem.message == message) return;
    }
    goals_.problems.push_back({block, message});
  }

  bool Refuse(const Node* node) {
    const Node* bad = BadBehind(node);
    if (bad == nullptr) return false;
    const auto owner = page_.owner.find(bad);
    AddProblem(owner == page_.owner.end() ? "" : page_.blocks[owner->second].block->name,
               std::string(bad->finding().message()));
    return true;
  }

  const BuiltPage& page_;
  std::unordered_map<const Node*, const Node*> bad_;
  RunGoals goals_;
};

}  // namespace

absl::StatusOr<Endpoint> FindOutput(const BuiltPage& page, const std::string& name) {
  absl::string_view node_name;
  int index = 0;
  if (!ParseEndpoint(name, &node_name, &index) || index < 0)
    return absl::InvalidArgumentError(absl::StrCat("`", name, "` is no output; write block or block:1."));
  std::vector<Endpoint> outputs;
  if (const BuiltBlock* block = page.Find(std::string(node_name))) {
    outputs = block->outputs;
  } else if (Node* node = page.graph->FindNode(std::string(node_name))) {
    for (int i = 0; i < node->num_outputs(); ++i) outputs.push_back({node, i});
  } else {
    return absl::NotFoundError(absl::StrCat("No block is called ", node_name, "."));
  }
  if (static_cast<size_t>(index) < outputs.size() && outputs[static_cast<size_t>(index)].node != nullptr)
    return outputs[static_cast<size_t>(index)];
  return absl::NotFoundError(absl::StrCat(node_name, " has no output ", index, " that could be run."));
}

RunGoals FindGoals(const BuiltPage& page, const std::vector<std::string>& fetch,
                   const std::vector<std::string>& run) {
  Goals goals(page);
  for (const std::string& name : fetch) goals.Named(name, false);
  for (const std::string& name : run) goals.Named(name, true);
  if (fetch.empty() && run.empty()) {
    const BuiltBlock* session = page.session < 0 ? nullptr : &page.blocks[static_cast<size_t>(page.session)];
    const bool names = session != nullptr && !session->pins.empty();
    names ? goals.OfSession(*session) : goals.Sinks();
  }
  return goals.Take();
}

std::vector<Node*> Initializers(const BuiltPage& page) {
  const Goals goals(page);
  std::vector<Node*> nodes;
  for (const BuiltBlock& block : page.blocks) {
    if (block.block->init && block.node != nullptr && goals.BadBehind(block.node) == nullptr)
      nodes.push_back(block.node);
  }
  return nodes;
}

}  // namespace voxgrad::studio
