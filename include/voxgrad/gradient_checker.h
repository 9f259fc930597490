// Gradients against finite differences.
#ifndef VOXGRAD_GRADIENT_CHECKER_H_
#define VOXGRAD_GRADIENT_CHECKER_H_

#include <vector>

#include "absl/status/status.h"
#include "voxgrad/export.h"
#include "voxgrad/ops.h"
#include "voxgrad/scope.h"
#include "voxgrad/tensor_shape.h"

namespace voxgrad {

/// The largest difference between the gradient and central differences over all elements of all xs and ys,
/// in the arithmetic of the graph. `x_values` are where it is taken.
VOXGRAD_API absl::Status GradientDifference(const Scope& scope, const std::vector<Output>& xs,
                                            const std::vector<Tensor>& x_values,
                                            const std::vector<Output>& ys, double* max_error);

/// Values to check a gradient at: of this type and shape, spread over [-1, 1], the same every time.
VOXGRAD_API Tensor SpreadValues(DataType type, const TensorShape& shape);

/// TensorFlow's three forms. The types of x, y and of the Jacobian follow from the graph; they are named only
/// because programs name them.
template <class X_T, class Y_T, class JAC_T>
absl::Status ComputeGradientError(const Scope& scope, const std::vector<Output>& xs,
                                  const std::vector<TensorShape>& x_shapes, const std::vector<Output>& ys,
                                  const std::vector<TensorShape>& y_shapes, JAC_T* max_error) {
  if (xs.size() != x_shapes.size()) return absl::InvalidArgumentError("xs and x_shapes differ in number.");
  if (ys.size() != y_shapes.size()) return absl::InvalidArgumentError("ys and y_shapes differ in number.");
  std::vector<Tensor> values;
  for (const TensorShape& shape : x_shapes) values.push_back(SpreadValues(DataTypeToEnum<X_T>::v(), shape));
  double error = 0;
  absl::Status status = GradientDifference(scope, xs, values, ys, max_error == nullptr ? nullptr : &error);
  if (max_error != nullptr) *max_error = static_cast<JAC_T>(error);
  return status;
}

template <class X_T, class Y_T, class JAC_T>
absl::Status ComputeGradientError(const Scope& scope, const Output& x, const Tensor& x_init_value,
                                  const Output& y, const TensorShape&, JAC_T* max_error) {
  double error = 0;
  absl::Status status =
      GradientDifference(scope, {x}, {x_init_value}, {y}, max_error == nullptr ? nullptr : &error);
  if (max_error != nullptr) *max_error = static_cast<JAC_T>(error);
  return status;
}

}  // namespace voxgrad

#endif  // VOXGRAD_GRADIENT_CHECKER_H_
