#include "graph/gradients.h"

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "absl/strings/str_cat.h"
#include "graph/graph_grad.h"
#include "graph/node.h"

namespace voxgrad {
namespace {

class Backward {
 public:
  Backward(const std::vector<Endpoint>& xs, const NodeAdder& add) : add_(add) {
    for (const Endpoint& x : xs) sources_.insert(x.node);
  }

  /// Nodes on a way from an x to a y, each after its inputs.
  void FindWays(const std::vector<Endpoint>& ys) {
    for (const Endpoint& y : ys) Visit(y.node);
  }

  absl::Status Arrive(const Endpoint& at, const Endpoint& gradient) {
    arrived_[at.node][at.index].push_back(gradient);
    return absl::OkStatus();
  }

  /// From the ys back to the xs.
  absl::Status Walk() {
    for (auto node = order_.rbegin(); node != order_.rend(); ++node) {
      if (absl::Status status = PassThrough(*node); !status.ok()) return status;
    }
    return absl::OkStatus();
  }

  /// The sum of what arrived at an endpoint; without a node when nothing did.
  absl::Status Total(const Endpoint& at, Endpoint* total) {
    *total = {};
    const auto node = arrived_.find(at.node);
    if (node == arrived_.end()) return absl::OkStatus();
    const auto gradients = node->second.find(at.index);
    if (gradients == node->second.end()) return absl::OkStatus();
    std::vector<Endpoint>& list = gradients->second;
    if (list.size() > 1) {
      NodeSpec spec{"AddN", "AddN", list};
      Node* sum = nullptr;
      if (absl::Status status = add_(std::move(spec), &sum); !status.ok()) return status;
      list = {{sum, 0}};
    }
    *total = list.front();
    return absl::OkStatus();
  }

 private:
  struct Frame {
    Node* node;
    size_t next = 0;
    bool on_way = false;
  };

  /// Depth first, without recursion; remembers for each node whether an x lies behind it.
  void Visit(Node* root) {
    if (on_way_.count(root) > 0) return;
    std::vector<Frame> stack = {{root, 0, sources_.count(root) > 0}};
    on_way_[root] = stack.back().on_way;
    while (!stack.empty()) {
      Frame& top = stack.back();
      const auto& inputs = top.node->body().inputs;
      if (top.next == inputs.size()) {
        const Frame done = top;
        on_way_[done.node] = done.on_way;
        if (done.on_way) order_.push_back(done.node);
        stack.pop_back();
        if (!stack.empty()) stack.back().on_way |= done.on_way;
        continue;
      }
      Node* from = inputs[top.next++].node;
      if (const auto seen = on_way_.find(from); seen != on_way_.end()) {
        top.on_way |= seen->second;
        continue;
      }
      const bool source = sources_.count(from) > 0;
      on_way_[from] = source;
      stack.push_back({from, 0, source});
    }
  }

  absl::Status PassThrough(Node* node) {
    const NodeBody& body = node->body();
    if (arrived_.count(node) == 0 || body.op->no_gradient) return absl::OkStatus();
    bool any_way = false;
    for (const Endpoint& input : body.inputs) any_way |= on_way_[input.node];
    if (!any_way) return absl::OkStatus();
    std::vector<Endpoint> upstream(body.outputs.size());
    for (size_t i = 0; i < upstream.size(); ++i) {
      if (absl::Status status = Total({node, static_cast<int>(i)}, &upstream[i]); !status.ok()) return status;
    }
    if (body.op->gradient == nullptr) {
      return absl::NotFoundError(absl::StrCat(
          "No gradient defined for op: ", body.op->name,
          ". Please see https://www.tensorflow.org/code/tensorflow/cc/gradients/README.md for instructions "
          "on how to add C++ gradients."));
    }
    GraphGrad grad(*node, std::move(upstream), add_);
    if (absl::Status status = body.op->gradient(grad); !status.ok()) return status;
    for (size_t i = 0; i < body.inputs.size(); ++i) {
      const Endpoint& gradient = grad.gradients()[i];
      if (gradient.node == nullptr || !on_way_[body.inputs[i].node]) continue;
      if (absl::Status status = Arrive(body.inputs[i], gradient); !status.ok()) return status;
    }
    return absl::OkStatus();
  }

  const NodeAdder& add_;
  std::unordered_set<Node*> sources_;
  std::unordered_map<Node*, bool> on_way_;
  std::vector<Node*> order_;
  std::unordered_map<Node*, std::map<int, std::vector<Endpoint>>> arrived_;
};

absl::Status OnesLike(const Endpoint& y, const NodeAdder& add, Endpoint* ones) {
  Node* node = nullptr;
  if (absl::Status status = add({"OnesLike", "OnesLike", {y}}, &node); !status.ok()) return status;
  *ones = {node, 0};
  return absl::OkStatus();
}

}  // namespace

absl::Status AddGradients(const std::vector<Endpoint>& ys, const std::vector<Endpoint>& xs,
                          const std::vector<Endpoint>& grad_ys, const NodeAdder& add,
                          std::vector<Endpoint>* grad_xs) {
  if (grad_ys.size() != ys.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("Must pass in a gradient input for each output: there are ", ys.size(), " outputs and ",
                     grad_ys.size(), " gradients."));
  }
  Backward backward(xs, add);
  backward.FindWays(ys);
  for (size_t i = 0; i < ys.size(); ++i) {
    Endpoint gradient = grad_ys[i];
    if (gradient.node == nullptr) {
      if (absl::Status status = OnesLike(ys[i], add, &gradient); !status.ok()) return status;
    }
    if (absl::Status status = backward.Arrive(ys[i], gradient); !status.ok()) return status;
  }
  if (absl::Status status = backward.Walk(); !status.ok()) return status;
  grad_xs->assign(xs.size(), {});
  for (size_t i = 0; i < xs.size(); ++i) {
    if (absl::Status status = backward.Total(xs[i], &(*grad_xs)[i]); !status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace voxgrad
