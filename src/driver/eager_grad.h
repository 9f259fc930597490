// Gradients evaluated at once, and checked by finite differences.
#ifndef VOXGRAD_DRIVER_EAGER_GRAD_H_
#define VOXGRAD_DRIVER_EAGER_GRAD_H_

#include <vector>

#include "absl/status/statusor.h"
#include "driver/prepared_call.h"
#include "ops/table/gradient.h"

namespace voxgrad::driver {

/// The gradient of a call with respect to each input, given that with respect to its first output. An input
/// without one (sizes) has an empty entry.
absl::StatusOr<std::vector<std::vector<Tensor>>> Gradients(const PreparedCall& call, const Tensor& upstream);

/// Compares the gradient of a call in double with central differences along random directions. The result is
/// the largest difference, relative to the gradient's size, over all differentiable inputs. Inputs whose
/// gradient is zero by definition (orig_input of MaxPoolGrad) are left out.
absl::StatusOr<double> GradientError(const PreparedCall& call, uint64_t seed);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_DRIVER_EAGER_GRAD_H_
