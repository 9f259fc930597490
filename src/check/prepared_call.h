// A call of an op with all its arguments, ready to run: from what was typed, or from a problem line.
#ifndef VOXGRAD_CHECK_PREPARED_CALL_H_
#define VOXGRAD_CHECK_PREPARED_CALL_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/parallel.h"
#include "ops/table/check.h"
#include "ops/table/op.h"
#include "voxgrad/tensor.h"

namespace voxgrad::driver {

struct PreparedCall {
  const Op* op = nullptr;
  std::vector<Tensor> inputs;
  AttrSlots slots;

  absl::StatusOr<std::vector<Tensor>> Run(const ExecOptions& options = {}) const;

  /// The call as one types it after `vox op`: `AvgPool3DGrad orig_input_shape=… grad=float[…]:… ksize=…`.
  std::string CommandLine(int64_t max_values) const;
};

/// A call from the tensors of each argument, several for one that is a list.
absl::StatusOr<PreparedCall> PrepareLists(const Op& op, const std::vector<std::vector<Tensor>>& tensors,
                                          const std::vector<NamedAttribute>& attributes);

/// Arguments as typed, `{"ksize", "1,2,2,2,1"}`, in any order; a value `@file.npy` is read from that file.
/// The tensors of a list come one by one under the list's name.
absl::StatusOr<PreparedCall> PrepareTyped(const Op& op,
                                          const std::vector<std::pair<std::string, std::string>>& arguments);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_CHECK_PREPARED_CALL_H_
