// What an op's functions see of a call: `infer` its shapes, `run` its tensors.
#ifndef VOXGRAD_OPS_TABLE_CONTEXT_H_
#define VOXGRAD_OPS_TABLE_CONTEXT_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/error.h"
#include "core/exec.h"
#include "core/kept_forms.h"
#include "core/view.h"
#include "ops/table/arguments.h"
#include "ops/table/op.h"
#include "voxgrad/tensor.h"

namespace voxgrad {

/// What an op's rule sees of any input.
struct InputType {
  DataType dtype = DT_INVALID;
  PartialTensorShape shape;
};

/// What is known of an input before anything runs.
struct InputInfo : InputType {
  const Tensor* value = nullptr;  // null while the value is not known
};

/// A variable of a session.
struct Variable {
  std::string name;
  PartialTensorShape shape;  // as the graph declares it
  Tensor value = {};
  bool is_set = false;
  bool changed = false;                               // in the run at hand
  std::shared_ptr<const HeldConstant> constant = {};  // once a run has left it as it was
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
  const std::vector<float>& numbers(absl::string_view attr) const {
    return *value(attr).get<std::vector<float>>();
  }
  const std::string& text(absl::string_view attr) const { return *value(attr).get<std::string>(); }
  bool flag(absl::string_view attr) const { return *value(attr).get<bool>(); }
  DataType type(absl::string_view attr) const { return *value(attr).get<DataType>(); }
  int64_t integer(absl::string_view attr) const { return *value(attr).get<int64_t>(); }
  float number(absl::string_view attr) const { return *value(attr).get<float>(); }
  const PartialTensorShape& shape(absl::string_view attr) const {
    return *value(attr).get<PartialTensorShape>();
  }
  const Tensor& tensor_attr(absl::string_view attr) const { return *value(attr).get<Tensor>(); }
  absl::string_view node() const { return node_; }
  absl::Span<const Attribute> attrs() const { return attrs_; }

  /// Errors about an argument: "AvgPool3DGrad: grad " + text.
  absl::Status Invalid(absl::string_view argument, absl::string_view text) const;
  absl::Status Unimplemented(absl::string_view argument, absl::string_view text) const;
  absl::Status WrongType(absl::string_view argument, absl::string_view text) const;

 protected:
  /// The tensors of an input, in the flat list of the call.
  ArgRange range(absl::string_view input) const {
    return RangeOf(op_, op_.inputs, static_cast<size_t>(op_.InputIndex(input)), attrs_);
  }

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
      : OpCall(op, node, attrs),
        inputs_(inputs),
        outputs_(op.has_lists ? NumOutputs(op, attrs) : op.outputs.size()) {}

  size_t num_inputs() const { return inputs_.size(); }
  /// All of them as they are, for the rule of another op.
  absl::Span<const InputInfo> infos() const { return inputs_; }
  const InputType& input(size_t i) const { return inputs_[i]; }
  const InputType& input(absl::string_view name) const { return inputs_[range(name).begin]; }
  /// The tensors of a list argument.
  absl::Span<const InputInfo> inputs(absl::string_view name) const {
    const ArgRange at = range(name);
    return inputs_.subspan(at.begin, at.end - at.begin);
  }

  /// The elements of an input that is marked on_host, nothing while they are not known. Of any other it ends
  /// the process: those may lie where only kernels can read them.
  std::optional<Ints> host_ints(absl::string_view name, size_t i = 0) const;
  double host_number(absl::string_view name) const;  // the only one, of a value that is known
  const Tensor* host(absl::string_view name, size_t i = 0) const;
  /// The value of any input as a whole, to be passed on or given to a kernel; null while it is not known.
  const Tensor* known(size_t i) const { return inputs_[i].value; }
  const Tensor* known(absl::string_view name) const { return known(range(name).begin); }

  size_t num_outputs() const { return outputs_.size(); }
  /// An output that is not set has a shape of which nothing is known.
  void SetOutput(size_t i, PartialTensorShape shape) { outputs_[i].shape = std::move(shape); }
  void SetOutput(size_t i, const TensorShape& shape) { outputs_[i].shape = PartialTensorShape(shape); }
  const PartialTensorShape& output(size_t i) const { return outputs_[i].shape; }
  /// The value itself, where it follows without running: constants, the sizes of a tensor of known shape.
  void SetValue(size_t i, Tensor value) {
    outputs_[i].value = std::move(value);
    outputs_[i].known = true;
  }
  const Tensor* output_value(size_t i) const { return outputs_[i].known ? &outputs_[i].value : nullptr; }

 private:
  struct Output {
    PartialTensorShape shape;
    Tensor value;
    bool known = false;
  };
  absl::Span<const InputInfo> inputs_;
  absl::InlinedVector<Output, 1> outputs_;
};

/// Computes the outputs, whose memory is ready unless the op says `sets_results`. `infer` has passed.
class Run : public Infer {
 public:
  Run(Exec& exec, const Infer& infer, absl::Span<const Tensor> inputs, absl::Span<Tensor> outputs,
      absl::Span<Variable* const> variables = {}, uint64_t* draws = nullptr)
      : Infer(infer),
        exec_(exec),
        tensors_(inputs),
        results_(outputs),
        variables_(variables),
        draws_(draws) {}

  /// What its kernels are run with.
  Exec& exec() const { return exec_; }

  const Tensor& tensor(size_t i) const { return tensors_[i]; }
  const Tensor& tensor(absl::string_view name) const { return tensors_[range(name).begin]; }
  absl::Span<const Tensor> tensors(absl::string_view name) const {
    const ArgRange at = range(name);
    return tensors_.subspan(at.begin, at.end - at.begin);
  }
  ConstView in(absl::string_view name) const { return tensor(name); }
  void* out(size_t i = 0) const { return results_[i].data(); }
  Tensor& result(size_t i = 0) const { return results_[i]; }

  /// The variable behind a `ref` input. Its memory may be shared with tensors that were read before, so a new
  /// value is put in its place unless the variable alone holds it (Tensor::IsSoleHolder).
  Tensor& variable(absl::string_view name) const { return variables_[range(name).begin]->value; }

  /// How far along its stream of random numbers this node of a session is; it goes on by `more`. Outside a
  /// session every call begins at 0.
  uint64_t Draw(uint64_t more) const {
    if (draws_ == nullptr) return 0;
    *draws_ += more;
    return *draws_ - more;
  }

 private:
  Exec& exec_;
  absl::Span<const Tensor> tensors_;
  absl::Span<Tensor> results_;
  absl::Span<Variable* const> variables_;
  uint64_t* draws_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_OPS_TABLE_CONTEXT_H_
