// What an op's gradient rule works with, on a graph.
#ifndef VOXGRAD_GRAPH_GRAPH_GRAD_H_
#define VOXGRAD_GRAPH_GRAPH_GRAD_H_

#include <string>
#include <vector>

#include "graph/gradients.h"
#include "graph/node.h"
#include "ops/table/gradient.h"

namespace voxgrad {

/// Adds a node for each op that a rule asks for.
class GraphGrad : public Grad {
 public:
  GraphGrad(Node& node, std::vector<Endpoint> upstream, const NodeAdder& add);

  Values inputs(absl::string_view name) override;
  Value output(size_t i) override;
  Value upstream(size_t i) override;
  bool has_upstream(size_t i) const override { return upstream_[i].node != nullptr; }
  InputInfo info(Value value) const override;
  Value constant(Tensor tensor) override;
  Values op_all(absl::string_view name, const Values& inputs,
                std::vector<NamedAttribute> attributes) override;
  using Grad::of;
  absl::Status of(absl::string_view input, const Values& values) override;
  void none(absl::string_view) override {}

  /// One an input; without a node where there is none.
  const std::vector<Endpoint>& gradients() const { return gradients_; }

 private:
  Value Keep(const Endpoint& endpoint);
  Value Fail(const absl::Status& status);
  std::vector<NamedAttribute> WithShared(const Op& op, std::vector<NamedAttribute> attributes) const;

  Node& node_;
  const OpCall op_call_;
  std::vector<Endpoint> upstream_;
  const NodeAdder& add_;
  std::vector<Endpoint> values_;
  std::vector<Endpoint> gradients_;
  absl::Status status_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_GRAPH_GRAPH_GRAD_H_
