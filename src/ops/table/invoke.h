// Running one op: the way that every face takes.
#ifndef VOXGRAD_OPS_TABLE_INVOKE_H_
#define VOXGRAD_OPS_TABLE_INVOKE_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/parallel.h"
#include "ops/table/check.h"
#include "ops/table/op.h"
#include "voxgrad/tensor.h"

namespace voxgrad {

struct InvokeOptions {
  absl::string_view node = {};
  InterruptPoll poll = nullptr;
  /// Results to write into, one an output, or none. Their types and shapes are checked, and they must not
  /// share memory with an input.
  absl::Span<const Tensor> out = {};
};

/// Completes the slots, checks, infers, allocates and runs.
absl::Status Invoke(const Op& op, absl::Span<const Tensor> inputs, AttrSlots slots,
                    const InvokeOptions& options, absl::InlinedVector<Tensor, 1>* outputs);

/// The output shapes of a call whose inputs are known in part; the slots are completed on the way.
absl::Status InferShapes(const Op& op, absl::string_view node, absl::Span<const InputInfo> inputs,
                         AttrSlots* slots, std::vector<PartialTensorShape>* outputs);

}  // namespace voxgrad

#endif  // VOXGRAD_OPS_TABLE_INVOKE_H_
