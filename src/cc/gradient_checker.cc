#include "voxgrad/gradient_checker.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "core/error.h"
#include "graph/endpoint_checks.h"
#include "voxgrad/client_session.h"
#include "voxgrad/gradients.h"
#include "voxgrad/node_builder.h"

namespace voxgrad {
namespace {

/// Calls `use` with the elements of a tensor of a real floating type.
template <class Use>
absl::Status WithElements(Tensor* tensor, Use use) {
  switch (tensor->dtype()) {
    case DT_FLOAT:
      use(tensor->mutable_values<float>());
      return absl::OkStatus();
    case DT_DOUBLE:
      use(tensor->mutable_values<double>());
      return absl::OkStatus();
    case DT_HALF:
      use(tensor->mutable_values<Half>());
      return absl::OkStatus();
    case DT_BFLOAT16:
      use(tensor->mutable_values<BFloat16>());
      return absl::OkStatus();
    default:
      return absl::InvalidArgumentError(
          absl::StrCat("Gradients are of half, bfloat16, float and double, not of ",
                       DataTypeString(tensor->dtype()), "."));
  }
}

template <class T>
T Convert(double value) {
  return static_cast<T>(static_cast<float>(value));
}
template <>
double Convert<double>(double value) {
  return value;
}

std::vector<double> Numbers(Tensor tensor) {
  std::vector<double> numbers;
  (void)WithElements(&tensor, [&](auto values) {
    for (auto value : values) numbers.push_back(static_cast<double>(value));
  });
  return numbers;
}

/// A copy of the tensor with element i moved by `step`, or all zeros with a one there.
Tensor Moved(const Tensor& from, int64_t i, double step) {
  Tensor to(from.dtype(), from.shape());
  const std::vector<double> numbers = Numbers(from);
  (void)WithElements(&to, [&](auto values) {
    using T = typename decltype(values)::value_type;
    for (size_t k = 0; k < values.size(); ++k) values[k] = Convert<T>(numbers[k]);
    values[static_cast<size_t>(i)] = Convert<T>(numbers[static_cast<size_t>(i)] + step);
  });
  return to;
}

Tensor OneAt(DataType type, const TensorShape& shape, int64_t i) {
  Tensor one(type, shape);
  (void)WithElements(&one, [&](auto values) {
    using T = typename decltype(values)::value_type;
    std::fill(values.begin(), values.end(), Convert<T>(0));
    values[static_cast<size_t>(i)] = Convert<T>(1);
  });
  return one;
}

/// Outputs of the graph, of a type that has gradients.
absl::Status CheckReals(const Graph& graph, const std::vector<Output>& outputs, const char* what) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Endpoint endpoint{outputs[i].node(), outputs[i].index()};
    if (absl::Status status = CheckEndpoint(graph, endpoint, absl::StrCat(what, " ", i)); !status.ok())
      return status;
    Tensor none(BaseType(outputs[i].type()));
    if (absl::Status status = WithElements(&none, [](auto) {}); !status.ok()) return status;
  }
  return absl::OkStatus();
}

class Checker {
 public:
  Checker(const Scope& scope, const std::vector<Output>& xs, const std::vector<Tensor>& values,
          const std::vector<Output>& ys)
      : scope_(scope), xs_(xs), values_(values), ys_(ys), session_(scope) {}

  absl::Status Check(double* max_error) {
    for (const Output& y : ys_) {
      Node* node =
          ops::NodeMaker(scope_, "Placeholder", "Placeholder").Attr("dtype", BaseType(y.type())).Make();
      if (node == nullptr) return scope_.status();
      seeds_.push_back(Output(node, 0));
    }
    if (absl::Status status = AddSymbolicGradients(scope_, ys_, xs_, seeds_, &gradients_); !status.ok())
      return status;
    if (absl::Status status = Evaluate(values_, &results_); !status.ok()) return status;
    *max_error = 0;
    for (size_t x = 0; x < xs_.size(); ++x) {
      for (size_t y = 0; y < ys_.size(); ++y) {
        if (absl::Status status = Compare(x, y, max_error); !status.ok()) return status;
      }
    }
    return absl::OkStatus();
  }

 private:
  absl::Status Evaluate(const std::vector<Tensor>& values, std::vector<Tensor>* results) {
    ClientSession::FeedType feeds;
    for (size_t i = 0; i < xs_.size(); ++i) feeds.emplace(xs_[i], values[i]);
    return session_.Run(feeds, ys_, results);
  }

  /// Row i of the Jacobian of y in x: the gradient of element i of y.
  absl::Status Row(size_t x, size_t y, int64_t i, std::vector<double>* row) {
    row->assign(static_cast<size_t>(values_[x].NumElements()), 0);
    if (gradients_[x].node() == nullptr) return absl::OkStatus();
    ClientSession::FeedType feeds;
    for (size_t k = 0; k < xs_.size(); ++k) feeds.emplace(xs_[k], values_[k]);
    for (size_t k = 0; k < ys_.size(); ++k) {
      Tensor seed(results_[k].dtype(), results_[k].shape());
      if (absl::Status status = WithElements(&seed,
                                             [](auto values) {
                                               using T = typename decltype(values)::value_type;
                                               std::fill(values.begin(), values.end(), Convert<T>(0));
                                             });
          !status.ok()) {
        return status;
      }
      feeds.emplace(seeds_[k], k == y ? OneAt(seed.dtype(), seed.shape(), i) : seed);
    }
    std::vector<Tensor> gradient;
    if (absl::Status status = session_.Run(feeds, {gradients_[x]}, &gradient); !status.ok()) return status;
    *row = Numbers(gradient[0]);
    return absl::OkStatus();
  }

  absl::Status Compare(size_t x, size_t y, double* max_error) {
    constexpr double kStep = 1e-3;
    const int64_t rows = results_[y].NumElements();
    const int64_t columns = values_[x].NumElements();
    std::vector<std::vector<double>> numeric(static_cast<size_t>(columns));
    for (int64_t j = 0; j < columns; ++j) {
      std::vector<std::vector<double>> sides;
      for (double step : {kStep, -kStep}) {
        std::vector<Tensor> moved = values_;
        moved[x] = Moved(values_[x], j, step);
        std::vector<Tensor> results;
        if (absl::Status status = Evaluate(moved, &results); !status.ok()) return status;
        sides.push_back(Numbers(results[y]));
      }
      for (int64_t i = 0; i < rows; ++i) {
        const size_t at = static_cast<size_t>(i);
        numeric[static_cast<size_t>(j)].push_back((sides[0][at] - sides[1][at]) / (2 * kStep));
      }
    }
    for (int64_t i = 0; i < rows; ++i) {
      std::vector<double> row;
      if (absl::Status status = Row(x, y, i, &row); !status.ok()) return status;
      for (size_t j = 0; j < row.size(); ++j) {
        const double difference = std::abs(row[j] - numeric[j][static_cast<size_t>(i)]);
        // A NaN anywhere must not read as a perfect match.
        *max_error = std::isnan(difference) ? difference : std::max(*max_error, difference);
      }
    }
    return absl::OkStatus();
  }

  const Scope& scope_;
  const std::vector<Output>& xs_;
  const std::vector<Tensor>& values_;
  const std::vector<Output>& ys_;
  ClientSession session_;
  std::vector<Output> seeds_;
  std::vector<Output> gradients_;
  std::vector<Tensor> results_;
};

}  // namespace

Tensor SpreadValues(DataType type, const TensorShape& shape) {
  Tensor tensor(type, shape);
  uint64_t state = 0x853c49e6748fea9bU;
  (void)WithElements(&tensor, [&](auto values) {
    using T = typename decltype(values)::value_type;
    for (auto& value : values) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      value = Convert<T>(static_cast<double>(state >> 11) * 0x1p-52 - 1);
    }
  });
  return tensor;
}

absl::Status GradientDifference(const Scope& scope, const std::vector<Output>& xs,
                                const std::vector<Tensor>& x_values, const std::vector<Output>& ys,
                                double* max_error) {
  if (max_error == nullptr) return NullResult("GradientDifference", "max_error");
  if (!scope.ok()) return scope.status();
  if (x_values.size() != xs.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("There are ", xs.size(), " inputs and ", x_values.size(), " values for them."));
  }
  if (absl::Status status = CheckReals(*scope.graph(), xs, "Input"); !status.ok()) return status;
  if (absl::Status status = CheckReals(*scope.graph(), ys, "Output"); !status.ok()) return status;
  return Checker(scope, xs, x_values, ys).Check(max_error);
}

}  // namespace voxgrad
