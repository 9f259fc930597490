// Gradients of single calls, and their check by finite differences.
#ifndef VOXGRAD_CHECK_GRADIENT_CHECK_H_
#define VOXGRAD_CHECK_GRADIENT_CHECK_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "check/prepared_call.h"

namespace voxgrad::driver {

/// The gradient of a call with respect to each input, given those with respect to its first outputs; nothing
/// comes in at the others. An input without one (sizes) has an empty entry.
absl::StatusOr<std::vector<std::vector<Tensor>>> Gradients(const PreparedCall& call,
                                                           const std::vector<Tensor>& upstream);

/// Compares the gradients of a call in double with central differences along random directions. The result
/// is the largest difference, relative to the gradient's size, over all inputs of type double. With `order` 2
/// the gradients are taken for functions in turn, of the inputs and of what comes in from above, and theirs
/// are checked too.
absl::StatusOr<double> GradientError(const PreparedCall& call, uint64_t seed, int order = 1);

/// The call in double, with values that its gradient can be checked at (Domain); an error when the op takes
/// no doubles.
absl::StatusOr<PreparedCall> InDouble(const PreparedCall& call, uint64_t seed);

/// The call in double with the values that it has.
absl::StatusOr<PreparedCall> AsDouble(const PreparedCall& call);

/// Values at which a function of this domain is smooth.
Tensor DomainValues(Domain domain, const TensorShape& shape, uint64_t seed);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_CHECK_GRADIENT_CHECK_H_
