#include "driver/eager_grad.h"

#include <cmath>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "driver/random_values.h"
#include "ops/table/invoke.h"

namespace voxgrad::driver {
namespace {

/// Runs every op that a gradient adds as soon as it is added.
class EagerGrad : public Grad {
 public:
  EagerGrad(const PreparedCall& call, const OpCall& op_call, std::vector<Tensor> outputs, Tensor upstream)
      : Grad(op_call),
        call_(call),
        outputs_(std::move(outputs)),
        upstream_(std::move(upstream)),
        gradients_(call.inputs.size()) {}

  Values inputs(absl::string_view name) override {
    return {Keep(call_.inputs[static_cast<size_t>(call_.op->InputIndex(name))])};
  }
  Value output(size_t i) override { return Keep(outputs_[i]); }
  Value upstream(size_t) override { return Keep(upstream_); }
  bool has_upstream(size_t) const override { return true; }
  InputInfo info(Value value) const override {
    return {At(value).dtype(), PartialTensorShape(At(value).shape()), &At(value)};
  }
  Value constant(Tensor tensor) override { return Keep(std::move(tensor)); }

  Values op_all(absl::string_view name, const Values& inputs, std::vector<NamedAttribute> given) override {
    const Op* op = FindOp(name);
    if (op == nullptr) return {Fail(UnknownOpError(name))};
    std::vector<Tensor> tensors;
    for (Value value : inputs) {
      if (value.id < 0) return {value};  // it failed before
      tensors.push_back(At(value));
    }
    AttrSlots slots;
    if (absl::Status s = FillSlots(*op, "", given, &slots); !s.ok()) return {Fail(s)};
    for (size_t i = 0; i < op->attrs.size(); ++i) {
      const AttrDef& attr = op->attrs[i];
      const int mine = attr.kind == AttrKind::kType ? -1 : call_.op->AttrIndex(attr.name);
      if (mine >= 0 && slots[i].empty()) slots[i] = call().attrs()[static_cast<size_t>(mine)];
    }
    Results results;
    if (absl::Status s = Invoke(*op, tensors, std::move(slots), InvokeOptions(), &results); !s.ok())
      return {Fail(s)};
    Values values;
    for (Tensor& result : results) values.push_back(Keep(result));
    return values;
  }

  absl::Status of(absl::string_view input, const Values& values) override {
    if (!status_.ok()) return status_;
    gradients_[static_cast<size_t>(call_.op->InputIndex(input))] = {At(values.front())};
    return absl::OkStatus();
  }
  void none(absl::string_view) override {}

  std::vector<std::vector<Tensor>> take() { return std::move(gradients_); }

 private:
  const Tensor& At(Value value) const { return values_[static_cast<size_t>(value.id)]; }
  Value Keep(Tensor tensor) {
    values_.push_back(std::move(tensor));
    return {static_cast<int>(values_.size()) - 1};
  }
  Value Fail(const absl::Status& status) {
    if (status_.ok()) status_ = status;
    return {};
  }

  const PreparedCall& call_;
  std::vector<Tensor> outputs_;
  Tensor upstream_;
  std::vector<Tensor> values_;
  std::vector<std::vector<Tensor>> gradients_;
  absl::Status status_;
};

double Dot(const Tensor& a, const Tensor& b) {
  double sum = 0;
  const auto x = a.values<double>();
  const auto y = b.values<double>();
  for (size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

/// a + t·b
absl::StatusOr<Tensor> Step(const Tensor& a, const Tensor& b, double t) {
  Tensor sum;
  if (absl::Status status = Tensor::Allocate(DT_DOUBLE, a.shape(), &sum); !status.ok()) return status;
  auto to = sum.mutable_values<double>();
  for (size_t i = 0; i < to.size(); ++i) to[i] = a.values<double>()[i] + t * b.values<double>()[i];
  return sum;
}

/// <f(x + t·direction), weights> for input i of the call.
absl::StatusOr<double> Probe(PreparedCall call, size_t i, const Tensor& direction, double t,
                             const Tensor& weights) {
  absl::StatusOr<Tensor> moved = Step(call.inputs[i], direction, t);
  if (!moved.ok()) return moved.status();
  call.inputs[i] = *moved;
  const absl::StatusOr<std::vector<Tensor>> results = call.Run();
  if (!results.ok()) return results.status();
  return Dot(results->front(), weights);
}

bool IsZero(const Tensor& tensor) {
  for (double value : tensor.values<double>()) {
    if (value != 0) return false;
  }
  return true;
}

}  // namespace

absl::StatusOr<std::vector<std::vector<Tensor>>> Gradients(const PreparedCall& call, const Tensor& upstream) {
  absl::StatusOr<std::vector<Tensor>> outputs = call.Run();
  if (!outputs.ok()) return outputs.status();
  AttrSlots slots = call.slots;
  std::vector<DataType> types;
  for (const Tensor& input : call.inputs) types.push_back(input.dtype());
  if (absl::Status status = CompleteSlots(*call.op, "", types, &slots); !status.ok()) return status;
  const OpCall op_call(*call.op, "", slots);
  if (call.op->gradient == nullptr)
    return absl::NotFoundError(absl::StrCat(call.op->name, " has no gradient."));
  EagerGrad grad(call, op_call, *std::move(outputs), upstream);
  if (absl::Status status = call.op->gradient(grad); !status.ok()) return status;
  return grad.take();
}

absl::StatusOr<double> GradientError(const PreparedCall& call, uint64_t seed) {
  Random random(seed);
  const absl::StatusOr<std::vector<Tensor>> results = call.Run();
  if (!results.ok()) return results.status();
  const absl::StatusOr<Tensor> weights =
      RandomTensor(DT_DOUBLE, results->front().shape(), Values::kReal, &random);
  if (!weights.ok()) return weights.status();
  const auto gradients = Gradients(call, *weights);
  if (!gradients.ok()) return gradients.status();
  double worst = 0;
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    if ((*gradients)[i].empty() || call.inputs[i].dtype() != DT_DOUBLE) continue;
    const Tensor& gradient = (*gradients)[i].front();
    if (gradient.shape() != call.inputs[i].shape()) {
      return absl::InternalError(absl::StrCat("the gradient of ", call.op->inputs[i].name, " is ",
                                              gradient.DebugString(0), ", not of the shape of the input"));
    }
    const bool differentiable =
        call.op->inputs[i].name != "orig_input" && call.op->inputs[i].name != "orig_output";
    if (!differentiable && IsZero(gradient)) continue;
    const absl::StatusOr<Tensor> direction =
        RandomTensor(DT_DOUBLE, gradient.shape(), Values::kReal, &random);
    if (!direction.ok()) return direction.status();
    constexpr double kStep = 1e-6;
    const absl::StatusOr<double> above = Probe(call, i, *direction, kStep, *weights);
    const absl::StatusOr<double> below = Probe(call, i, *direction, -kStep, *weights);
    if (!above.ok()) return above.status();
    if (!below.ok()) return below.status();
    const double numeric = (*above - *below) / (2 * kStep);
    const double analytic = Dot(gradient, *direction);
    worst = std::max(worst, std::abs(numeric - analytic) / (1 + std::abs(analytic)));
  }
  return worst;
}

}  // namespace voxgrad::driver
