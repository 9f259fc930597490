#include "graph/graph_grad.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace voxgrad {

// The base keeps a reference to a member that is made after it, and uses it only later.
GraphGrad::GraphGrad(Node& node, std::vector<Endpoint> upstream, const NodeAdder& add)
    : Grad(op_call_),
      node_(node),
      op_call_(*node.body().op, node.body().name, node.body().slots),
      upstream_(std::move(upstream)),
      add_(add),
      gradients_(node.body().inputs.size()) {}

Grad::Value GraphGrad::Keep(const Endpoint& endpoint) {
  values_.push_back(endpoint);
  return {static_cast<int>(values_.size()) - 1};
}

Grad::Value GraphGrad::Fail(const absl::Status& status) {
  if (status_.ok()) status_ = status;
  return {};
}

Grad::Values GraphGrad::inputs(absl::string_view name) {
  const NodeBody& body = node_.body();
  const ArgRange range =
      RangeOf(*body.op, body.op->inputs, static_cast<size_t>(body.op->InputIndex(name)), body.slots);
  Values values;
  for (size_t i = range.begin; i < range.end; ++i) values.push_back(Keep(body.inputs[i]));
  return values;
}

Grad::Value GraphGrad::output(size_t i) { return Keep({&node_, static_cast<int>(i)}); }

Grad::Value GraphGrad::upstream(size_t i) {
  return has_upstream(i) ? Keep(upstream_[i]) : zeros_like(output(i));
}

InputInfo GraphGrad::info(Value value) const {
  if (value.id < 0) return {};
  const OutputInfo& output = InfoOf(values_[static_cast<size_t>(value.id)]);
  return {{output.dtype, output.shape}, output.value ? &*output.value : nullptr};
}

Grad::Value GraphGrad::constant(Tensor tensor) {
  const DataType type = tensor.dtype();
  return op("Const", {}, {{"value", std::move(tensor)}, {"dtype", type}});
}

std::vector<NamedAttribute> GraphGrad::WithShared(const Op& op,
                                                  std::vector<NamedAttribute> attributes) const {
  const Op& mine = *node_.body().op;
  const auto given = [&](const std::string& name) {
    return std::any_of(attributes.begin(), attributes.end(),
                       [&](const NamedAttribute& attribute) { return attribute.name == name; });
  };
  const auto counts = [&](const std::string& name) {
    return std::any_of(op.inputs.begin(), op.inputs.end(),
                       [&](const ArgDef& arg) { return arg.number_attr == name; });
  };
  for (const AttrDef& attr : op.attrs) {
    const int slot = mine.AttrIndex(attr.name);
    if (slot < 0 || attr.kind == AttrKind::kType || attr.kind == AttrKind::kTypes) continue;
    if (mine.attrs[static_cast<size_t>(slot)].kind != attr.kind || given(attr.name) || counts(attr.name))
      continue;
    attributes.push_back({attr.name, node_.body().slots[static_cast<size_t>(slot)]});
  }
  return attributes;
}

Grad::Values GraphGrad::op_all(absl::string_view name, const Values& inputs,
                               std::vector<NamedAttribute> attributes) {
  const Op* op = FindOp(name);
  if (op == nullptr) return {Fail(UnknownOpError(name))};
  NodeSpec spec;
  spec.name = absl::StrCat(node_.name(), "_grad/", op->cpp_name);
  spec.op = op->name;
  for (Value input : inputs) {
    if (input.id < 0) return {Fail(absl::InternalError("a value of the gradient is missing"))};
    spec.inputs.push_back(values_[static_cast<size_t>(input.id)]);
  }
  spec.attributes = WithShared(*op, std::move(attributes));
  Node* node = nullptr;
  if (absl::Status status = add_(std::move(spec), &node); !status.ok()) return {Fail(status)};
  Values outputs;
  for (int i = 0; i < node->num_outputs(); ++i) outputs.push_back(Keep({node, i}));
  return outputs;
}

absl::Status GraphGrad::of(absl::string_view input, const Values& values) {
  const NodeBody& body = node_.body();
  const ArgRange range =
      RangeOf(*body.op, body.op->inputs, static_cast<size_t>(body.op->InputIndex(input)), body.slots);
  for (size_t i = range.begin; i < range.end && status_.ok(); ++i) {
    const Value value = values[i - range.begin];
    if (value.id < 0)
      return absl::InternalError(absl::StrCat("the gradient of ", body.op->name, " is missing"));
    gradients_[i] = values_[static_cast<size_t>(value.id)];
  }
  return status_;
}

}  // namespace voxgrad
