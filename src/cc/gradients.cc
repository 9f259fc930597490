#include "voxgrad/gradients.h"

#include <unordered_set>

#include "absl/strings/str_cat.h"
#include "cc/plain_status.h"
#include "core/error.h"
#include "graph/endpoint_checks.h"
#include "graph/gradients.h"
#include "ops/table/op.h"
#include "voxgrad/node_builder.h"

namespace voxgrad {
namespace {

std::vector<Endpoint> Endpoints(const std::vector<Output>& outputs) {
  std::vector<Endpoint> endpoints;
  for (const Output& output : outputs) endpoints.push_back({output.node(), output.index()});
  return endpoints;
}

/// TensorFlow refuses an input that no output depends on.
absl::Status CheckReachable(const std::vector<Output>& outputs, const std::vector<Output>& inputs) {
  std::unordered_set<const Node*> seen;
  std::vector<const Node*> open;
  const auto visit = [&](const Node* node) {
    if (seen.insert(node).second) open.push_back(node);
  };
  for (const Output& output : outputs) visit(output.node());
  while (!open.empty()) {
    const Node* node = open.back();
    open.pop_back();
    for (int i = 0; i < node->num_inputs(); ++i) visit(node->input(i).node);
  }
  for (const Output& input : inputs) {
    if (seen.count(input.node()) > 0) continue;
    return absl::InvalidArgumentError(absl::StrCat("Cannot compute the partial derivative for node '",
                                                   input.node()->name(),
                                                   "' as it's unreachable from the output node(s)."));
  }
  return absl::OkStatus();
}

/// Adds nodes the way the scope's own ops are added.
NodeAdder AdderOf(const Scope& scope) {
  return [scope](NodeSpec spec, Node** node) {
    const Op* op = FindOp(spec.op);
    NodeBuilder builder(scope.GetUniqueNameForOp(op == nullptr ? spec.op : op->cpp_name), spec.op);
    for (const Endpoint& input : spec.inputs) builder.Input(input.node, input.index);
    for (NamedAttribute& attribute : spec.attributes)
      builder.Attr(attribute.name, std::move(attribute.value));
    scope.UpdateBuilder(&builder);
    absl::Status status = builder.Finalize(scope.graph(), node);
    return status.ok() ? scope.DoShapeInference(*node) : status;
  };
}

}  // namespace

absl::Status AddSymbolicGradients(const Scope& scope, const std::vector<Output>& outputs,
                                  const std::vector<Output>& inputs, const std::vector<Output>& grad_inputs,
                                  std::vector<Output>* grad_outputs) {
  if (grad_outputs == nullptr) return NullResult("AddSymbolicGradients", "grad_outputs");
  if (!scope.ok()) return scope.status();
  const Graph& graph = *scope.graph();
  const std::vector<Endpoint> ys = Endpoints(outputs), xs = Endpoints(inputs), seeds = Endpoints(grad_inputs);
  if (absl::Status status = CheckEndpoints(graph, ys, "Output"); !status.ok()) return status;
  if (absl::Status status = CheckEndpoints(graph, xs, "Input"); !status.ok()) return status;
  for (size_t i = 0; i < seeds.size(); ++i) {
    if (seeds[i].node == nullptr) continue;  // ones
    if (absl::Status status = CheckEndpoint(graph, seeds[i], absl::StrCat("Gradient ", i)); !status.ok())
      return status;
  }
  if (absl::Status status = CheckReachable(outputs, inputs); !status.ok()) return status;
  std::vector<Endpoint> gradients;
  if (absl::Status status = AddGradients(ys, xs, seeds, AdderOf(scope), &gradients); !status.ok()) {
    return PlainStatus(status);
  }
  grad_outputs->clear();
  for (const Endpoint& gradient : gradients) {
    grad_outputs->push_back(gradient.node == nullptr ? NoGradient() : Output(gradient.node, gradient.index));
  }
  return absl::OkStatus();
}

absl::Status AddSymbolicGradients(const Scope& scope, const std::vector<Output>& outputs,
                                  const std::vector<Output>& inputs, std::vector<Output>* grad_outputs) {
  return AddSymbolicGradients(scope, outputs, inputs, std::vector<Output>(outputs.size()), grad_outputs);
}

}  // namespace voxgrad
