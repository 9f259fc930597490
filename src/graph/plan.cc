#include "graph/plan.h"

#include <unordered_map>

#include "absl/strings/str_cat.h"

namespace voxgrad {
namespace {

class Planner {
 public:
  Planner(const Graph& graph, const RunRequest& request)
      : request_(request), visited_(static_cast<size_t>(graph.num_op_nodes()), Mark::kNew) {
    for (const Endpoint& feed : request.feeds) fed_[feed.node].push_back(feed.index);
  }

  absl::StatusOr<Plan> Make() {
    for (const Endpoint& fetch : request_.fetches) {
      if (IsFed(fetch)) continue;
      if (absl::Status status = Visit(fetch.node); !status.ok()) return status;
    }
    for (Node* target : request_.targets) {
      if (absl::Status status = Visit(target); !status.ok()) return status;
    }
    AssignSlots();
    MarkLastReaders();
    return std::move(plan_);
  }

 private:
  enum class Mark : char { kNew, kOpen, kDone };
  struct Frame {
    Node* node;
    size_t next = 0;
  };

  bool IsFed(const Endpoint& endpoint) const {
    const auto found = fed_.find(endpoint.node);
    if (found == fed_.end()) return false;
    for (int index : found->second) {
      if (index == endpoint.index) return true;
    }
    return false;
  }

  /// Dependency number `next` of a node: null when there is none to visit at that place, false past the last.
  static bool Dependency(const Node& node, size_t next, Endpoint* endpoint) {
    const NodeBody& body = node.body();
    if (next < body.inputs.size()) {
      *endpoint = body.inputs[next];
      return true;
    }
    next -= body.inputs.size();
    if (next >= body.control_inputs.size()) return false;
    *endpoint = {body.control_inputs[next], -1};
    return true;
  }

  Mark& MarkOf(const Node& node) { return visited_[static_cast<size_t>(node.body().index)]; }

  /// Depth first and without recursion: a chain of a million nodes is fine.
  absl::Status Visit(Node* root) {
    if (MarkOf(*root) != Mark::kNew) return absl::OkStatus();
    std::vector<Frame> stack = {{root}};
    MarkOf(*root) = Mark::kOpen;
    while (!stack.empty()) {
      Frame& top = stack.back();
      Endpoint from;
      if (!Dependency(*top.node, top.next++, &from)) {
        if (top.node->body().has_bad_name) return top.node->finding();
        MarkOf(*top.node) = Mark::kDone;
        Step step;
        step.node = top.node;
        plan_.steps.push_back(std::move(step));
        stack.pop_back();
        continue;
      }
      if (IsFed(from) || MarkOf(*from.node) == Mark::kDone) continue;
      if (MarkOf(*from.node) == Mark::kOpen) return CycleError(stack, *from.node);
      MarkOf(*from.node) = Mark::kOpen;
      stack.push_back({from.node});
    }
    return absl::OkStatus();
  }

  static absl::Status CycleError(const std::vector<Frame>& stack, const Node& again) {
    std::string text;
    bool inside = false;
    for (const Frame& frame : stack) {
      inside |= frame.node == &again;
      if (inside) absl::StrAppend(&text, frame.node->name(), " -> ");
    }
    return absl::InvalidArgumentError(
        absl::StrCat("The graph has a cycle, so no order to run it in: ", text, again.name(), "."));
  }

  void AssignSlots() {
    plan_.feed_slots.assign(request_.feeds.size(), -1);
    for (size_t i = 0; i < request_.feeds.size(); ++i) {
      plan_.feed_slots[i] = plan_.slots;
      fed_slots_.push_back(plan_.slots++);
    }
    for (Step& step : plan_.steps) {
      step.first_output = plan_.slots;
      first_output_[step.node] = plan_.slots;
      plan_.slots += step.node->num_outputs();
    }
    for (Step& step : plan_.steps) {
      for (const Endpoint& input : step.node->body().inputs) step.inputs.push_back({SlotOf(input)});
    }
    for (const Endpoint& fetch : request_.fetches) plan_.fetch_slots.push_back(SlotOf(fetch));
  }

  int SlotOf(const Endpoint& endpoint) const {
    for (size_t i = 0; i < request_.feeds.size(); ++i) {
      if (request_.feeds[i] == endpoint) return fed_slots_[i];
    }
    return first_output_.at(endpoint.node) + endpoint.index;
  }

  void MarkLastReaders() {
    std::vector<bool> read_later(static_cast<size_t>(plan_.slots), false);
    for (int slot : plan_.fetch_slots) read_later[static_cast<size_t>(slot)] = true;
    for (auto step = plan_.steps.rbegin(); step != plan_.steps.rend(); ++step) {
      for (int i = 0; i < step->node->num_outputs(); ++i) {
        if (!read_later[static_cast<size_t>(step->first_output + i)]) step->unread.push_back(i);
      }
      for (auto source = step->inputs.rbegin(); source != step->inputs.rend(); ++source) {
        source->last = !read_later[static_cast<size_t>(source->slot)];
        read_later[static_cast<size_t>(source->slot)] = true;
      }
    }
  }

  const RunRequest& request_;
  std::vector<Mark> visited_;
  std::unordered_map<const Node*, std::vector<int>> fed_;
  std::vector<int> fed_slots_;
  std::unordered_map<const Node*, int> first_output_;
  Plan plan_;
};

}  // namespace

absl::StatusOr<Plan> MakePlan(const Graph& graph, const RunRequest& request) {
  return Planner(graph, request).Make();
}

}  // namespace voxgrad
