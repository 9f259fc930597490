#include "graph/fold.h"

#include <algorithm>

#include "ops/rules/shapes.h"

namespace voxgrad {
namespace {

bool IsSmallInteger(const OutputInfo& output) {
  if (output.dtype != DT_INT32 && output.dtype != DT_INT64) return false;
  if (!output.shape.IsFullyDefined()) return true;  // some sizes are found only by running
  int64_t count = 1;
  for (int64_t size : output.shape.dim_sizes()) {
    if (size > rules::kMaxKnownElements) return false;
    count *= size;
    if (count > rules::kMaxKnownElements) return false;
  }
  return true;
}

bool IsKnown(const InputInfo& input) {
  return input.value != nullptr && input.value->NumElements() <= rules::kMaxKnownElements;
}

}  // namespace

void FoldValues(NodeBody* body, absl::Span<const InputInfo> inputs) {
  const Op& op = *body->op;
  if (!body->finding.ok() || op.stateful || op.run == nullptr || inputs.empty()) return;
  const auto has_value = [](const OutputInfo& output) { return output.value.has_value(); };
  if (std::all_of(body->outputs.begin(), body->outputs.end(), has_value)) return;
  if (!std::all_of(body->outputs.begin(), body->outputs.end(), IsSmallInteger)) return;
  if (!std::all_of(inputs.begin(), inputs.end(), IsKnown)) return;

  std::vector<Tensor> tensors;
  for (const InputInfo& input : inputs) tensors.push_back(*input.value);
  InvokeOptions options;
  options.node = body->name;
  Results results;
  // An error here comes again, and is reported, when the graph runs.
  if (!InvokeCompleted(op, tensors, body->slots, options, &results).ok()) return;
  for (size_t i = 0; i < results.size(); ++i) {
    body->outputs[i].shape = PartialTensorShape(results[i].shape());
    body->outputs[i].value = results[i];
  }
}

}  // namespace voxgrad
