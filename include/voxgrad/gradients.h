// Gradients of a graph.
#ifndef VOXGRAD_GRADIENTS_H_
#define VOXGRAD_GRADIENTS_H_

#include <vector>

#include "absl/status/status.h"
#include "voxgrad/export.h"
#include "voxgrad/ops.h"
#include "voxgrad/scope.h"

namespace voxgrad {

/// Adds the gradients of `outputs` with respect to `inputs` to the graph. `grad_inputs` are the gradients
/// that come in at the outputs; without them they are ones. An input that no output depends on gets
/// NoGradient().
///
///     std::vector<Output> grads;
///     TF_CHECK_OK(AddSymbolicGradients(root, {loss}, {w, b}, &grads));
VOXGRAD_API absl::Status AddSymbolicGradients(const Scope& scope, const std::vector<Output>& outputs,
                                              const std::vector<Output>& inputs,
                                              const std::vector<Output>& grad_inputs,
                                              std::vector<Output>* grad_outputs);
VOXGRAD_API absl::Status AddSymbolicGradients(const Scope& scope, const std::vector<Output>& outputs,
                                              const std::vector<Output>& inputs,
                                              std::vector<Output>* grad_outputs);

/// Stands where there is no gradient.
inline Output NoGradient() { return Output(Operation(nullptr), -1); }

}  // namespace voxgrad

#endif  // VOXGRAD_GRADIENTS_H_
