#include "check/element_check.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "check/draws.h"
#include "check/gradient_check.h"
#include "check/random_values.h"
#include "core/random.h"
#include "graph/gradients.h"
#include "graph/node.h"
#include "graph/session.h"

namespace voxgrad::driver {
namespace {

constexpr size_t kElementsOfInput = 24;
constexpr double kSeconds = 2;
constexpr double kStep = 1e-6;

/// <weights, f(x)> with the gradients that are to be its derivatives.
struct Probe {
  std::shared_ptr<Graph> graph = std::make_shared<Graph>();
  GraphSession session{graph};
  std::vector<Endpoint> xs;  // placeholders
  std::vector<Tensor> at;
  std::vector<std::string> names;
  std::vector<Endpoint> ys;
  std::vector<Endpoint> upstream;  // placeholders
  std::vector<Tensor> weights;
  std::vector<Endpoint> gradients;  // one an x; without a node: not checked

  absl::Status Add(NodeSpec spec, Node** node) {
    spec.name = absl::StrCat("n", graph->num_op_nodes());
    return graph->AddNode(std::move(spec), node);
  }
  absl::StatusOr<Endpoint> Placeholder() {
    Node* node = nullptr;
    absl::Status status = Add({"", "Placeholder", {}, {}, {{"dtype", DT_DOUBLE}}}, &node);
    return status.ok() ? absl::StatusOr<Endpoint>(Endpoint{node, 0}) : status;
  }
  absl::StatusOr<Endpoint> Constant(const Tensor& value) {
    Node* node = nullptr;
    absl::Status status = Add({"", "Const", {}, {}, {{"dtype", value.dtype()}, {"value", value}}}, &node);
    return status.ok() ? absl::StatusOr<Endpoint>(Endpoint{node, 0}) : status;
  }
  absl::Status AddInput(std::string name) {
    const absl::StatusOr<Endpoint> x = Placeholder();
    if (!x.ok()) return x.status();
    xs.push_back(*x);
    names.push_back(std::move(name));
    at.emplace_back();
    return absl::OkStatus();
  }
  /// Adds the gradients of the ys, which come in at placeholders.
  absl::Status Differentiate() {
    for (size_t i = 0; i < ys.size(); ++i) {
      const absl::StatusOr<Endpoint> seed = Placeholder();
      if (!seed.ok()) return seed.status();
      upstream.push_back(*seed);
    }
    const NodeAdder add = [this](NodeSpec spec, Node** node) { return Add(std::move(spec), node); };
    return AddGradients(ys, xs, upstream, add, &gradients);
  }

  absl::StatusOr<std::vector<Tensor>> Values(const std::vector<Tensor>& x) {
    std::vector<Tensor> results;
    absl::Status status = session.Run({xs, ys, {}}, x, {}, &results);
    return status.ok() ? absl::StatusOr<std::vector<Tensor>>(std::move(results)) : status;
  }
  absl::StatusOr<double> Sum(const std::vector<Tensor>& x) {
    const absl::StatusOr<std::vector<Tensor>> results = Values(x);
    if (!results.ok()) return results.status();
    double sum = 0;
    for (size_t i = 0; i < results->size(); ++i) {
      const auto value = (*results)[i].values<double>(), weight = weights[i].values<double>();
      if (value.size() != weight.size())
        return absl::InvalidArgumentError("What comes in at an output has another shape than the output.");
      sum = std::inner_product(value.begin(), value.end(), weight.begin(), sum);
    }
    return sum;
  }
};

std::string InputName(const Op& op, size_t flat, absl::Span<const Attribute> slots) {
  const size_t arg = ArgOfInput(op, flat, slots);
  if (!op.inputs[arg].is_list()) return op.inputs[arg].name;
  return absl::StrCat(op.inputs[arg].name, "[", flat - RangeOf(op, op.inputs, arg, slots).begin, "]");
}

Ints IndexOf(const TensorShape& shape, int64_t place) {
  Ints index(static_cast<size_t>(shape.dims()));
  for (int d = shape.dims() - 1; d >= 0; --d) {
    index[static_cast<size_t>(d)] = place % shape.dim_size(d);
    place /= shape.dim_size(d);
  }
  return index;
}

/// The places that are looked at: all of a few, else a random choice.
std::vector<int64_t> Sample(int64_t count, Random* random) {
  std::vector<int64_t> places;
  if (count <= static_cast<int64_t>(kElementsOfInput)) {
    for (int64_t i = 0; i < count; ++i) places.push_back(i);
  } else {
    for (size_t i = 0; i < kElementsOfInput; ++i)
      places.push_back(static_cast<int64_t>(random->Next() % static_cast<uint64_t>(count)));
  }
  return places;
}

/// The derivative by x[place]; false where there is none: the slopes to either side differ.
absl::StatusOr<bool> Slope(Probe* probe, size_t x, int64_t place, double middle, double* slope) {
  const double old = probe->at[x].values<double>()[static_cast<size_t>(place)];
  const double step = kStep * std::max(1.0, std::abs(old));
  std::vector<Tensor> moved = probe->at;
  Tensor copy(DT_DOUBLE, moved[x].shape());
  std::copy(moved[x].values<double>().begin(), moved[x].values<double>().end(),
            copy.mutable_values<double>().begin());
  moved[x] = copy;
  double sides[2];
  for (const int side : {0, 1}) {
    copy.mutable_values<double>()[static_cast<size_t>(place)] = old + (side == 0 ? step : -step);
    const absl::StatusOr<double> sum = probe->Sum(moved);
    if (!sum.ok()) return sum.status();
    sides[side] = *sum;
  }
  *slope = (sides[0] - sides[1]) / (2 * step);
  const double right = (sides[0] - middle) / step, left = (middle - sides[1]) / step;
  // Rounding in the sums shows here too, the more the larger they are.
  const double rounding = 1e-14 * (std::abs(middle) + std::abs(sides[0])) / step;
  return std::abs(right - left) <= 1e-2 * (1 + std::abs(*slope)) + rounding;
}

absl::Status Measure(Probe* probe, Random* random, ElementCheck* check) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(kSeconds));
  const absl::StatusOr<double> middle = probe->Sum(probe->at);
  if (!middle.ok()) return middle.status();
  RunRequest request{probe->xs, {}, {}};
  std::vector<Tensor> feeds = probe->at, gradients;
  request.feeds.insert(request.feeds.end(), probe->upstream.begin(), probe->upstream.end());
  feeds.insert(feeds.end(), probe->weights.begin(), probe->weights.end());
  for (const Endpoint& gradient : probe->gradients) {
    if (gradient.node != nullptr) request.fetches.push_back(gradient);
  }
  if (absl::Status status = probe->session.Run(request, feeds, {}, &gradients); !status.ok()) return status;
  size_t next = 0;
  for (size_t x = 0; x < probe->xs.size(); ++x) {
    if (probe->gradients[x].node == nullptr) continue;
    const Tensor& gradient = gradients[next++];
    if (gradient.shape() != probe->at[x].shape()) {
      return absl::InternalError(absl::StrCat("The gradient of ", probe->names[x], " is ",
                                              gradient.shape().DebugString(), ", but it is ",
                                              probe->at[x].shape().DebugString(), "."));
    }
    for (const int64_t place : Sample(gradient.NumElements(), random)) {
      if (check->checked > 0 && Clock::now() > end) return absl::OkStatus();
      double numeric = 0;
      const absl::StatusOr<bool> smooth = Slope(probe, x, place, *middle, &numeric);
      if (!smooth.ok()) return smooth.status();
      if (!*smooth) {
        ++check->kinks;
        continue;
      }
      const double analytic = gradient.values<double>()[static_cast<size_t>(place)];
      const double error = std::abs(analytic - numeric) / (1 + std::abs(analytic));
      if (check->checked++ > 0 && error <= check->error) continue;
      check->error = error;
      check->input = probe->names[x];
      check->index = IndexOf(gradient.shape(), place);
      check->analytic = analytic;
      check->numeric = numeric;
    }
  }
  return absl::OkStatus();
}

Tensor RandomWeights(const TensorShape& shape, Random* random) {
  return DomainValues(Domain::kAny, shape, random->Next());
}

std::vector<NamedAttribute> NamedSlots(const PreparedCall& call) {
  std::vector<NamedAttribute> attributes;
  for (size_t i = 0; i < call.slots.size(); ++i) {
    if (!call.slots[i].empty()) attributes.push_back({call.op->attrs[i].name, call.slots[i]});
  }
  return attributes;
}

/// The call as a function of its real inputs.
absl::Status CheckFunction(const PreparedCall& call, Random* random, ElementCheck* check) {
  Probe probe;
  NodeSpec spec{"", call.op->name, {}, {}, NamedSlots(call)};
  AttrSlots complete = call.slots;
  std::vector<DataType> types;
  for (const Tensor& input : call.inputs) types.push_back(input.dtype());
  if (absl::Status status = CompleteSlots(*call.op, "", types, &complete); !status.ok()) return status;
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    if (call.inputs[i].dtype() == DT_DOUBLE) {
      if (absl::Status status = probe.AddInput(InputName(*call.op, i, complete)); !status.ok()) return status;
      probe.at.back() = call.inputs[i];
      spec.inputs.push_back(probe.xs.back());
      continue;
    }
    const absl::StatusOr<Endpoint> constant = probe.Constant(call.inputs[i]);
    if (!constant.ok()) return constant.status();
    spec.inputs.push_back(*constant);
  }
  Node* node = nullptr;
  if (absl::Status status = probe.Add(std::move(spec), &node); !status.ok()) return status;
  for (int i = 0; i < node->num_outputs(); ++i) {
    if (node->output_type(i) == DT_DOUBLE) probe.ys.push_back({node, i});
  }
  const absl::StatusOr<std::vector<Tensor>> results = probe.Values(probe.at);
  if (!results.ok()) return results.status();
  for (const Tensor& result : *results) probe.weights.push_back(RandomWeights(result.shape(), random));
  if (absl::Status status = probe.Differentiate(); !status.ok()) return status;
  return Measure(&probe, random, check);
}

/// A gradient op's call as part of the gradients of its forward op.
class Backward {
 public:
  Backward(const PreparedCall& call, Random* random) : call_(call), random_(random) {}

  /// NotFound when the op is not how the forward op's gradient is made.
  absl::Status Check(ElementCheck* check) {
    if (absl::Status status = Build(); !status.ok()) return status;
    if (absl::Status status = FillIn(); !status.ok()) return status;
    if (!moved_.empty()) {
      check->note = absl::StrCat(call_.op->name, " does not take the ", moved_, " of ", call_.op->gradient_of,
                                 "; it was checked where these are random.");
    }
    return Measure(&probe_, random_, check);
  }

 private:
  absl::Status Build() {
    const Op* forward = FindOp(call_.op->gradient_of);
    if (forward == nullptr) return absl::NotFoundError("There is no forward op.");
    forward_ = forward;
    if (absl::Status status = CheckAttributes(); !status.ok()) return status;
    NodeSpec spec{"", forward->name};
    for (size_t i = 0; i < call_.slots.size(); ++i) {
      const int shared = forward->AttrIndex(call_.op->attrs[i].name);
      if (shared >= 0 && !call_.slots[i].empty())
        spec.attributes.push_back({call_.op->attrs[i].name, call_.slots[i]});
    }
    for (const ArgDef& arg : forward->inputs) {
      if (absl::Status status = AddForwardInput(arg, &spec); !status.ok()) return status;
    }
    Node* node = nullptr;
    if (absl::Status status = probe_.Add(std::move(spec), &node); !status.ok()) return status;
    probe_.ys = {{node, 0}};
    if (absl::Status status = probe_.Differentiate(); !status.ok()) return status;
    for (size_t x = 0; x < probe_.xs.size(); ++x) {
      const Node* gradient = probe_.gradients[x].node;
      if (gradient != nullptr && gradient->type_string() == call_.op->name && gradient_ == nullptr) {
        gradient_ = gradient;
        checked_ = x;
      } else {
        probe_.gradients[x] = {};
      }
    }
    const bool same = gradient_ != nullptr &&
                      std::all_of(shared_.begin(), shared_.end(),
                                  [&](const auto& at) { return gradient_->input(at.first) == at.second; });
    return same ? absl::OkStatus() : absl::NotFoundError("The forward op's gradient is made otherwise.");
  }

  /// Numbers to take derivatives by, or sizes and the like that the gradient op has under the same name.
  absl::Status AddForwardInput(const ArgDef& arg, NodeSpec* spec) {
    const int place = call_.op->InputIndex(arg.name);
    if (!arg.is_list() && place >= 0 && call_.inputs[static_cast<size_t>(place)].dtype() != DT_DOUBLE) {
      const Tensor& value = call_.inputs[static_cast<size_t>(place)];
      Node* node = nullptr;
      NodeSpec constant{"", "Const", {}, {}, {{"dtype", value.dtype()}, {"value", value}}};
      if (absl::Status status = probe_.Add(std::move(constant), &node); !status.ok()) return status;
      spec->inputs.push_back({node, 0});
      shared_.emplace_back(place, spec->inputs.back());
      return absl::OkStatus();
    }
    if (arg.is_list() || arg.type_attr.empty())
      return absl::NotFoundError("The forward op takes more than numbers.");
    if (absl::Status status = probe_.AddInput(arg.name); !status.ok()) return status;
    spec->inputs.push_back(probe_.xs.back());
    args_.push_back(&arg);
    return absl::OkStatus();
  }

  /// What the forward op must be told, the gradient must know.
  absl::Status CheckAttributes() const {
    for (const AttrDef& attr : forward_->attrs) {
      const bool required = attr.default_value.empty() && !FollowsFromInputs(*forward_, attr.name);
      if (!required || call_.op->AttrIndex(attr.name) >= 0) continue;
      return absl::UnimplementedError(absl::StrCat(call_.op->name, " does not say the ", attr.name, " of ",
                                                   forward_->name,
                                                   ", whose derivative it is; check that op."));
    }
    return absl::OkStatus();
  }

  /// The values of the forward op's inputs, found from those of the call.
  absl::Status FillIn() {
    std::vector<bool> known(probe_.xs.size());
    probe_.weights.resize(1);
    bool weighted = false, given_result = false;
    for (int k = 0; k < gradient_->num_inputs(); ++k) {
      const Endpoint source = gradient_->input(k);
      const Tensor& value = call_.inputs[static_cast<size_t>(k)];
      given_result |= source == probe_.ys[0];
      if (source == probe_.upstream[0]) {
        probe_.weights[0] = value;
        weighted = true;
      }
      for (size_t x = 0; x < probe_.xs.size(); ++x) {
        if (!(source == probe_.xs[x])) continue;
        probe_.at[x] = value;
        known[x] = true;
      }
    }
    const absl::StatusOr<std::vector<Tensor>> result = call_.Run();
    if (!result.ok()) return result.status();
    for (size_t x = 0; x < known.size(); ++x) {
      if (known[x]) continue;
      const TensorShape& shape = x == checked_ ? (*result)[0].shape() : probe_.weights[0].shape();
      probe_.at[x] = DomainValues(args_[x]->domain, shape, random_->Next());
      // Where the forward op is linear in it, any value will do.
      if (given_result && x == checked_) moved_ = args_[x]->name;
    }
    if (weighted) return absl::OkStatus();
    const absl::StatusOr<std::vector<Tensor>> values = probe_.Values(probe_.at);
    if (!values.ok()) return values.status();
    probe_.weights[0] = RandomWeights((*values)[0].shape(), random_);
    return absl::OkStatus();
  }

  const PreparedCall& call_;
  Random* random_;
  const Op* forward_ = nullptr;
  Probe probe_;
  std::vector<const ArgDef*> args_;               // of the forward op, for each x
  std::vector<std::pair<int, Endpoint>> shared_;  // the call's inputs that are the forward op's, too
  const Node* gradient_ = nullptr;
  size_t checked_ = 0;
  std::string moved_;  // the input whose values the call does not say
};

}  // namespace

absl::StatusOr<ElementCheck> CheckElements(const PreparedCall& call, uint64_t seed) {
  if (DrawsAnew(call)) {
    return absl::UnimplementedError(
        absl::StrCat(call.op->name, " draws other numbers each time; give it a seed to check its gradient."));
  }
  Random random(seed);
  const absl::StatusOr<PreparedCall> doubles = AsDouble(call);
  if (!doubles.ok()) return doubles.status();
  ElementCheck check;
  if (!call.op->gradient_of.empty()) {
    const absl::Status status = Backward(*doubles, &random).Check(&check);
    if (status.ok()) return check;
    if (!absl::IsNotFound(status) || call.op->gradient == nullptr) return status;
    check = {};
    check.note = absl::StrCat(call.op->name, " was checked as a function of its own inputs.");
  }
  if (absl::Status status = CheckFunction(*doubles, &random, &check); !status.ok()) return status;
  return check;
}

}  // namespace voxgrad::driver
