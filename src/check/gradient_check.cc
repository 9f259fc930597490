#include "check/gradient_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "check/random_values.h"
#include "core/type_list.h"
#include "graph/gradients.h"
#include "graph/session.h"

namespace voxgrad::driver {
namespace {

double Dot(const Tensor& a, const Tensor& b) {
  double sum = 0;
  const auto x = a.values<double>();
  const auto y = b.values<double>();
  for (size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

/// a + t·b
Tensor Step(const Tensor& a, const Tensor& b, double t) {
  Tensor sum(DT_DOUBLE, a.shape());
  auto to = sum.mutable_values<double>();
  for (size_t i = 0; i < to.size(); ++i) to[i] = a.values<double>()[i] + t * b.values<double>()[i];
  return sum;
}

bool IsReal(DataType type) {
  return type == DT_HALF || type == DT_BFLOAT16 || type == DT_FLOAT || type == DT_DOUBLE;
}

/// A graph seen as a function of some of its nodes.
class Function {
 public:
  static absl::StatusOr<Function> Of(const PreparedCall& call) {
    Function function;
    std::vector<Endpoint> inputs;
    for (const Tensor& input : call.inputs) {
      const absl::StatusOr<Endpoint> endpoint = function.AddInput(input);
      if (!endpoint.ok()) return endpoint.status();
      inputs.push_back(*endpoint);
    }
    NodeSpec spec;
    spec.op = call.op->name;
    spec.inputs = std::move(inputs);
    for (size_t i = 0; i < call.slots.size(); ++i) {
      if (!call.slots[i].empty()) spec.attributes.push_back({call.op->attrs[i].name, call.slots[i]});
    }
    Node* node = nullptr;
    if (absl::Status status = function.Add(std::move(spec), &node); !status.ok()) return status;
    if (!node->finding().ok()) return node->finding();
    for (int i = 0; i < node->num_outputs(); ++i) {
      if (IsReal(node->output_type(i))) function.ys_.push_back({node, i});
    }
    return function;
  }

  /// The inputs that are real numbers, in order, and where they stand among all inputs.
  const std::vector<size_t>& places() const { return places_; }
  std::vector<Tensor>& at() { return at_; }
  bool has_outputs() const { return !ys_.empty(); }

  absl::StatusOr<std::vector<Tensor>> Evaluate(const std::vector<Tensor>& at) {
    std::vector<Tensor> results;
    absl::Status status = session_->Run({xs_, ys_, {}}, at, {}, &results);
    if (!status.ok()) return status;
    return results;
  }

  /// Becomes its own gradient: a function of the inputs and of `upstream`, which comes in at the first
  /// outputs. Afterwards the outputs are the gradients of those inputs that have one; `which` says of which.
  absl::Status Differentiate(const std::vector<Tensor>& upstream, std::vector<size_t>* which) {
    const std::vector<Endpoint> xs = xs_;
    const std::vector<Endpoint> ys(ys_.begin(), ys_.begin() + static_cast<int64_t>(upstream.size()));
    std::vector<Endpoint> seeds;
    for (const Tensor& tensor : upstream) {
      const absl::StatusOr<Endpoint> seed = AddInput(tensor);
      if (!seed.ok()) return seed.status();
      seeds.push_back(*seed);
    }
    std::vector<Endpoint> gradients;
    const NodeAdder add = [this](NodeSpec spec, Node** node) { return Add(std::move(spec), node); };
    if (absl::Status status = AddGradients(ys, xs, seeds, add, &gradients); !status.ok()) return status;
    ys_.clear();
    which->clear();
    for (size_t i = 0; i < gradients.size(); ++i) {
      if (gradients[i].node == nullptr) continue;
      ys_.push_back(gradients[i]);
      which->push_back(i);
    }
    return absl::OkStatus();
  }

 private:
  absl::Status Add(NodeSpec spec, Node** node) {
    spec.name = absl::StrCat("n", graph_->num_op_nodes());
    return graph_->AddNode(std::move(spec), node);
  }

  /// Real numbers are what the function depends on; other inputs (sizes, axes) are constants.
  absl::StatusOr<Endpoint> AddInput(const Tensor& tensor) {
    NodeSpec spec;
    const bool variable = IsReal(tensor.dtype());
    spec.op = variable ? "Placeholder" : "Const";
    spec.attributes = {{"dtype", tensor.dtype()}};
    if (variable) {
      spec.attributes.push_back({"shape", PartialTensorShape(tensor.shape())});
    } else {
      spec.attributes.push_back({"value", tensor});
    }
    Node* node = nullptr;
    if (absl::Status status = Add(std::move(spec), &node); !status.ok()) return status;
    if (variable) {
      xs_.push_back({node, 0});
      at_.push_back(tensor);
      places_.push_back(inputs_);
    }
    ++inputs_;
    return Endpoint{node, 0};
  }

  std::shared_ptr<Graph> graph_ = std::make_shared<Graph>();
  std::shared_ptr<GraphSession> session_ = std::make_shared<GraphSession>(graph_);
  std::vector<Endpoint> xs_;
  std::vector<Tensor> at_;
  std::vector<Endpoint> ys_;
  std::vector<size_t> places_;
  size_t inputs_ = 0;
};

/// The derivative of <weights, f> along a direction in input x, by central differences. The results are
/// subtracted one by one before they are added up: the difference of two long sums would drown in their
/// rounding.
absl::StatusOr<double> Numeric(Function& function, size_t x, const Tensor& direction, double step,
                               const std::vector<Tensor>& at, const std::vector<Tensor>& weights) {
  const auto side = [&](double t) {
    std::vector<Tensor> moved = at;
    moved[x] = Step(at[x], direction, t);
    return function.Evaluate(moved);
  };
  const absl::StatusOr<std::vector<Tensor>> above = side(step);
  if (!above.ok()) return above.status();
  const absl::StatusOr<std::vector<Tensor>> below = side(-step);
  if (!below.ok()) return below.status();
  double sum = 0;
  for (size_t i = 0; i < weights.size(); ++i) sum += Dot(Step((*above)[i], (*below)[i], -1), weights[i]);
  return sum / (2 * step);
}

/// Of many numbers some are so close to each other that a step changes which is the largest: a far shorter
/// one, which loses more digits, is as good a witness.
constexpr double kSteps[] = {1e-6, 1e-9};

/// One order: checks the gradient of the function and leaves its gradient in its place.
absl::StatusOr<double> CheckOnce(Function& function, Random* random) {
  const std::vector<Tensor> at = function.at();
  const absl::StatusOr<std::vector<Tensor>> results = function.Evaluate(at);
  if (!results.ok()) return results.status();
  const auto random_like = [&](const Tensor& tensor) {
    return *RandomTensor(DT_DOUBLE, tensor.shape(), Values::kReal, random);
  };
  for (const auto* list : {&at, &*results}) {
    for (const Tensor& tensor : *list) {
      if (tensor.dtype() != DT_DOUBLE)
        return absl::InvalidArgumentError("Finite differences are taken of functions in double only.");
    }
  }
  std::vector<Tensor> weights;
  for (const Tensor& result : *results) weights.push_back(random_like(result));
  std::vector<Tensor> directions;
  std::vector<std::array<double, std::size(kSteps)>> numeric(at.size());
  for (size_t x = 0; x < at.size(); ++x) {
    directions.push_back(random_like(at[x]));
    for (size_t s = 0; s < std::size(kSteps); ++s) {
      const absl::StatusOr<double> found = Numeric(function, x, directions.back(), kSteps[s], at, weights);
      if (!found.ok()) return found.status();
      numeric[x][s] = *found;
    }
  }
  std::vector<size_t> which;
  if (absl::Status status = function.Differentiate(weights, &which); !status.ok()) return status;
  const absl::StatusOr<std::vector<Tensor>> gradients = function.Evaluate(function.at());
  if (!gradients.ok()) return gradients.status();
  std::vector<double> analytic(at.size(), 0);
  for (size_t i = 0; i < which.size(); ++i) {
    const size_t x = which[i];
    if ((*gradients)[i].shape() != at[x].shape()) {
      return absl::InternalError(absl::StrCat("the gradient of input ", function.places()[x], " is ",
                                              (*gradients)[i].shape().DebugString(), ", but the input is ",
                                              at[x].shape().DebugString()));
    }
    analytic[x] = Dot((*gradients)[i], directions[x]);
  }
  double worst = 0;
  for (size_t x = 0; x < at.size(); ++x) {
    double error = std::numeric_limits<double>::quiet_NaN();
    for (double slope : numeric[x])
      error = std::fmin(error, std::abs(slope - analytic[x]) / (1 + std::abs(analytic[x])));
    worst = std::isnan(error) ? error : std::max(worst, error);
  }
  return worst;
}

/// Values at which a function of this domain is smooth.
Tensor DomainValues(Domain domain, const TensorShape& shape, Random* random) {
  Tensor tensor = *RandomTensor(DT_DOUBLE, shape, Values::kReal, random);
  auto values = tensor.mutable_values<double>();
  const int64_t row = shape.dims() == 0 ? 1 : shape.dim_size(shape.dims() - 1);
  for (size_t i = 0; i < values.size(); ++i) {
    const double size = 0.5 + std::abs(std::fmod(values[i], 1.5));
    if (domain == Domain::kNotZero) values[i] = values[i] < 0 ? -size : size;
    if (domain == Domain::kPositive || domain == Domain::kProbabilities) values[i] = size;
  }
  if (domain == Domain::kProbabilities) {
    for (size_t begin = 0; begin + static_cast<size_t>(row) <= values.size() && row > 0;
         begin += static_cast<size_t>(row)) {
      double sum = 0;
      for (size_t i = begin; i < begin + static_cast<size_t>(row); ++i) sum += values[i];
      for (size_t i = begin; i < begin + static_cast<size_t>(row); ++i) values[i] /= sum;
    }
  }
  return tensor;
}

bool TakesDoubles(const AttrDef& attr) {
  const auto holds = [](const std::vector<DataType>& types) {
    return std::find(types.begin(), types.end(), DT_DOUBLE) != types.end();
  };
  return attr.kind == AttrKind::kType && ((attr.types.empty() && attr.extension_types.empty()) ||
                                          holds(attr.types) || holds(attr.extension_types));
}

/// The call with doubles for every input whose type may be double.
absl::StatusOr<PreparedCall> WithDoubles(const PreparedCall& call,
                                         absl::FunctionRef<Tensor(const ArgDef&, const Tensor&)> values) {
  PreparedCall doubles = call;
  AttrSlots complete = call.slots;
  std::vector<DataType> types;
  for (const Tensor& input : call.inputs) types.push_back(input.dtype());
  if (absl::Status status = CompleteSlots(*call.op, "", types, &complete); !status.ok()) return status;
  for (const auto* args : {&call.op->inputs, &call.op->outputs}) {
    for (const ArgDef& arg : *args) {
      if (IsReal(arg.type) && arg.type != DT_DOUBLE)
        return absl::NotFoundError(absl::StrCat(call.op->name, " takes no doubles: ", arg.name, " is always ",
                                                DataTypeString(arg.type), "."));
    }
  }
  bool any = false;
  for (size_t i = 0; i < call.op->attrs.size(); ++i) {
    const AttrDef& attr = call.op->attrs[i];
    const bool list = attr.kind == AttrKind::kTypes;
    if (!list && !TakesDoubles(attr)) continue;
    bool bound = false;
    for (size_t k = 0; k < call.inputs.size(); ++k) {
      const ArgDef& arg = call.op->inputs[ArgOfInput(*call.op, k, complete)];
      const Tensor& input = call.inputs[k];
      if (list ? arg.type_list_attr != attr.name || !IsReal(input.dtype()) : arg.type_attr != attr.name)
        continue;
      doubles.inputs[k] = values(arg, input);
      bound = true;
    }
    any |= bound;
    if (list && bound) doubles.slots[i] = Attribute();  // follows from the inputs
    if (!list && (bound || attr.default_value.empty())) doubles.slots[i] = DT_DOUBLE;
  }
  if (!any) return absl::NotFoundError(absl::StrCat(call.op->name, " takes no doubles."));
  return doubles;
}

}  // namespace

absl::StatusOr<std::vector<std::vector<Tensor>>> Gradients(const PreparedCall& call,
                                                           const std::vector<Tensor>& upstream) {
  absl::StatusOr<Function> function = Function::Of(call);
  if (!function.ok()) return function.status();
  std::vector<size_t> which;
  if (!function->has_outputs()) return std::vector<std::vector<Tensor>>(call.inputs.size());
  if (absl::Status status = function->Differentiate(upstream, &which); !status.ok()) return status;
  const absl::StatusOr<std::vector<Tensor>> values = function->Evaluate(function->at());
  if (!values.ok()) return values.status();
  std::vector<std::vector<Tensor>> gradients(call.inputs.size());
  for (size_t i = 0; i < which.size(); ++i) gradients[function->places()[which[i]]] = {(*values)[i]};
  return gradients;
}

absl::StatusOr<double> GradientError(const PreparedCall& call, uint64_t seed, int order) {
  Random random(seed);
  absl::StatusOr<Function> function = Function::Of(call);
  if (!function.ok()) return function.status();
  double worst = 0;
  for (int i = 0; i < order; ++i) {
    const absl::StatusOr<double> error = CheckOnce(*function, &random);
    if (!error.ok()) return error.status();
    worst = std::isnan(*error) ? *error : std::max(worst, *error);
  }
  return worst;
}

absl::StatusOr<PreparedCall> InDouble(const PreparedCall& call, uint64_t seed) {
  Random random(seed);
  return WithDoubles(call, [&](const ArgDef& arg, const Tensor& input) {
    return DomainValues(arg.domain, input.shape(), &random);
  });
}

absl::StatusOr<PreparedCall> AsDouble(const PreparedCall& call) {
  return WithDoubles(call, [](const ArgDef&, const Tensor& input) {
    Tensor doubles(DT_DOUBLE, input.shape());
    VisitType(RealTypes(), input.dtype(), [&](auto tag) {
      const auto from = input.values<typename decltype(tag)::type>();
      std::transform(from.begin(), from.end(), doubles.mutable_values<double>().begin(),
                     [](auto value) { return static_cast<double>(value); });
    });
    return doubles;
  });
}

Tensor DomainValues(Domain domain, const TensorShape& shape, uint64_t seed) {
  Random random(seed);
  return DomainValues(domain, shape, &random);
}

}  // namespace voxgrad::driver
