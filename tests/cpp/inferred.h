// Shapes and values of inputs before anything runs, and what follows from them.
#ifndef VOXGRAD_TESTS_INFERRED_H_
#define VOXGRAD_TESTS_INFERRED_H_

#include <string>
#include <vector>

#include "ops/table/invoke.h"
#include "voxgrad/call.h"

namespace voxgrad::test {

inline const PartialTensorShape kUnknown;

inline InputInfo Of(const PartialTensorShape& shape, DataType type = DT_FLOAT) {
  return {type, shape, nullptr};
}
inline InputInfo Vector(int64_t count) { return {DT_INT32, PartialTensorShape({count}), nullptr}; }
inline InputInfo Value(const Tensor& tensor) {
  return {tensor.dtype(), PartialTensorShape(tensor.shape()), &tensor};
}

/// The output shapes as text, or the sentence of the error.
inline std::string Inferred(const char* name, const std::vector<InputInfo>& inputs,
                            const std::vector<NamedAttribute>& attributes = {}) {
  const Op& op = *FindOp(name);
  AttrSlots slots;
  std::vector<PartialTensorShape> outputs;
  absl::Status status = FillSlots(op, "", attributes, &slots);
  if (status.ok()) status = InferShapes(op, "", inputs, &slots, &outputs);
  if (!status.ok()) return std::string(status.message());
  std::string text;
  for (const PartialTensorShape& output : outputs) text += output.DebugString();
  return text;
}

}  // namespace voxgrad::test

#endif  // VOXGRAD_TESTS_INFERRED_H_
