// Running one op: the way that every face takes.
#ifndef VOXGRAD_OPS_TABLE_INVOKE_H_
#define VOXGRAD_OPS_TABLE_INVOKE_H_

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/exec.h"
#include "ops/table/check.h"
#include "ops/table/op.h"
#include "voxgrad/tensor.h"

namespace voxgrad {

struct InvokeOptions {
  absl::string_view node = {};
  /// What the op is run with; one of its own, without anything special, unless given.
  Exec* exec = nullptr;
  /// Results to write into, one an output, or none. Their types and shapes are checked, and they must not
  /// share memory with an input.
  absl::Span<const Tensor> out = {};
  /// The variables behind the inputs that are references, null for the others; none outside a session.
  absl::Span<Variable* const> variables = {};
  /// How far along its stream of random numbers the node is; none outside a session.
  uint64_t* draws = nullptr;
};

/// The results of one call.
using Results = absl::InlinedVector<Tensor, 1>;

/// Infers, allocates and runs a call whose slots are complete.
absl::Status InvokeCompleted(const Op& op, absl::Span<const Tensor> inputs, absl::Span<const Attribute> slots,
                             const InvokeOptions& options, Results* outputs);

/// Completes the slots, checks, infers, allocates and runs.
absl::Status Invoke(const Op& op, absl::Span<const Tensor> inputs, AttrSlots slots,
                    const InvokeOptions& options, Results* outputs);

/// What is known of an output before anything runs.
struct OutputInfo {
  DataType dtype = DT_INVALID;
  PartialTensorShape shape = {};
  std::optional<Tensor> value = {};
};

/// The outputs of a call whose inputs are known in part and whose slots are complete.
absl::Status InferCompleted(const Op& op, absl::string_view node, absl::Span<const InputInfo> inputs,
                            absl::Span<const Attribute> slots, std::vector<OutputInfo>* outputs);

/// The output shapes of such a call; the slots are completed on the way.
absl::Status InferShapes(const Op& op, absl::string_view node, absl::Span<const InputInfo> inputs,
                         AttrSlots* slots, std::vector<PartialTensorShape>* outputs);

}  // namespace voxgrad

#endif  // VOXGRAD_OPS_TABLE_INVOKE_H_
