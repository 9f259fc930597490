// What an op's functions see of a call: `infer` its shapes, `run` its tensors.
#ifndef VOXGRAD_OPS_TABLE_CONTEXT_H_
#define VOXGRAD_OPS_TABLE_CONTEXT_H_

#include <string>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/error.h"
#include "ops/table/op.h"
#include "voxgrad/tensor.h"

namespace voxgrad {

/// What is known of an input before anything runs.
struct InputInfo {
  DataType dtype = DT_INVALID;
  PartialTensorShape shape;
  const Tensor* value = nullptr;  // null while the value is not known
};

/// One call of an op: its attributes sit in the slots of its definition.
class OpCall {
 public:
  OpCall(const Op& op, absl::string_view node, absl::Span<const Attribute> attrs)
      : op_(op), node_(node), attrs_(attrs) {}

  const Op& op() const { return op_; }
  /// The attribute's value, which the checks before `infer` have found to be of its kind.
  bool has(absl::string_view attr) const { return op_.AttrIndex(attr) >= 0; }
  const Ints& ints(absl::string_view attr) const { return *value(attr).get<Ints>(); }
  const std::string& text(absl::string_view attr) const { return *value(attr).get<std::string>(); }
  bool flag(absl::string_view attr) const { return *value(attr).get<bool>(); }
  DataType type(absl::string_view attr) const { return *value(attr).get<DataType>(); }
  absl::Span<const Attribute> attrs() const { return attrs_; }

  /// Errors about an argument: "AvgPool3DGrad: grad " + text.
  absl::Status Invalid(absl::string_view argument, absl::string_view text) const;
  absl::Status Unimplemented(absl::string_view argument, absl::string_view text) const;
  absl::Status WrongType(absl::string_view argument, absl::string_view text) const;

 private:
  const Attribute& value(absl::string_view attr) const {
    return attrs_[static_cast<size_t>(op_.AttrIndex(attr))];
  }
  ErrorSource Source(absl::string_view argument) const {
    return {op_.name, std::string(node_), std::string(argument)};
  }

  const Op& op_;
  absl::string_view node_;
  absl::Span<const Attribute> attrs_;
};

/// Checks the arguments and finds the output shapes, from shapes that may be known in part.
class Infer : public OpCall {
 public:
  Infer(const Op& op, absl::string_view node, absl::Span<const Attribute> attrs,
        absl::Span<const InputInfo> inputs)
      : OpCall(op, node, attrs), inputs_(inputs), outputs_(op.outputs.size()) {}

  size_t num_inputs() const { return inputs_.size(); }
  const InputInfo& input(size_t i) const { return inputs_[i]; }
  const InputInfo& input(absl::string_view name) const {
    return inputs_[static_cast<size_t>(op().InputIndex(name))];
  }

  void SetOutput(size_t i, PartialTensorShape shape) { outputs_[i] = std::move(shape); }
  const PartialTensorShape& output(size_t i) const { return outputs_[i]; }

 private:
  absl::Span<const InputInfo> inputs_;
  absl::InlinedVector<PartialTensorShape, 2> outputs_;
};

/// Computes the outputs, whose memory is ready. `infer` has passed.
class Run : public Infer {
 public:
  Run(const Infer& infer, absl::Span<const Tensor> inputs, absl::Span<Tensor> outputs)
      : Infer(infer), tensors_(inputs), results_(outputs) {}

  const void* in(absl::string_view name) const {
    return tensors_[static_cast<size_t>(op().InputIndex(name))].data();
  }
  void* out(size_t i = 0) const { return results_[i].data(); }
  Tensor& result(size_t i = 0) const { return results_[i]; }

 private:
  absl::Span<const Tensor> tensors_;
  absl::Span<Tensor> results_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_OPS_TABLE_CONTEXT_H_
