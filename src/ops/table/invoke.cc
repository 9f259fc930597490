#include "ops/table/invoke.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "absl/strings/str_cat.h"
#include "kernels/list.h"
#include "ops/table/context.h"
#include "voxgrad/call.h"

namespace voxgrad {
namespace {

using Infos = absl::InlinedVector<InputInfo, 4>;

/// The error of a lower floor, as this op's.
absl::Status AsOpError(const OpCall& call, absl::string_view node, const absl::Status& status) {
  return MakeError(status.code(), {call.op().name, std::string(node), ""},
                   absl::StrCat(status.message(), "."));
}

/// A result to write into must be what would be made.
absl::Status CheckGiven(const Infer& infer, const Tensor& given, DataType dtype, const TensorShape& shape) {
  if (given.dtype() != dtype) {
    return infer.WrongType("out", absl::StrCat("is ", DataTypeString(given.dtype()), ", but the result is ",
                                               DataTypeString(dtype), "."));
  }
  if (given.shape() != shape) {
    return infer.Invalid("out", absl::StrCat("is ", given.shape().DebugString(), ", but the result is ",
                                             shape.DebugString(), "."));
  }
  return absl::OkStatus();
}

const ArgDef& OutputArg(const Op& op, size_t i) { return op.outputs[op.has_lists ? 0 : i]; }

absl::Status PrepareOutput(const Infer& infer, const InvokeOptions& options, size_t i, DataType dtype,
                           Tensor* output) {
  TensorShape shape;
  if (absl::Status status = TensorShape::BuildTensorShape(infer.output(i).dim_sizes(), &shape);
      !status.ok()) {
    return infer.Invalid(OutputArg(infer.op(), i).name, absl::StrCat(status.message(), "."));
  }
  if (!options.out.empty()) {
    *output = options.out[i];
    output->MarkWritten();
    return CheckGiven(infer, *output, dtype, shape);
  }
  const absl::Status status = Tensor::Allocate(dtype, shape, output);
  return status.ok() ? status : AsOpError(infer, options.node, status);
}

absl::Status PrepareOutputs(const Infer& infer, const InvokeOptions& options, Results* outputs) {
  const Op& op = infer.op();
  const size_t count = infer.num_outputs();
  if (!options.out.empty() && options.out.size() != count) {
    return infer.Invalid(
        "out", absl::StrCat("has ", options.out.size(), " arrays, but the op has ", count, " results."));
  }
  outputs->resize(count);
  if (op.sets_results) return absl::OkStatus();
  const DataTypes types = OutputTypes(op, infer.attrs());
  for (size_t i = 0; i < count; ++i) {
    if (op.stateful && OutputArg(op, i).is_ref) continue;  // the variable itself
    if (absl::Status status = PrepareOutput(infer, options, i, types[i], &(*outputs)[i]); !status.ok())
      return status;
  }
  return absl::OkStatus();
}

/// The results of an op that brings its own memory, copied to where the caller wants them.
absl::Status CopyOut(const Infer& infer, const InvokeOptions& options, Results* outputs) {
  for (size_t i = 0; i < outputs->size(); ++i) {
    Tensor given = options.out[i];
    const Tensor& made = (*outputs)[i];
    if (absl::Status status = CheckGiven(infer, given, made.dtype(), made.shape()); !status.ok())
      return status;
    given.MarkWritten();
    if (made.TotalBytes() > 0) std::memcpy(given.data(), made.data(), made.TotalBytes());
    (*outputs)[i] = std::move(given);
  }
  return absl::OkStatus();
}

/// Outside a session there are no variables.
absl::Status CheckVariables(const Infer& infer, const InvokeOptions& options) {
  const Op& op = infer.op();
  for (const auto* args : {&op.inputs, &op.outputs}) {
    for (const ArgDef& arg : *args) {
      if (arg.is_ref && options.variables.empty())
        return infer.Unimplemented(
            arg.name, "is a variable; variables live in a session, so this op works in a graph only.");
    }
  }
  return absl::OkStatus();
}

Infos InfosOf(absl::Span<const Tensor> inputs, const InvokeOptions& options) {
  Infos infos(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Variable* variable = options.variables.empty() ? nullptr : options.variables[i];
    if (variable != nullptr && !variable->is_set) {
      infos[i] = {{inputs[i].dtype(), variable->shape}, nullptr};
    } else {
      infos[i] = {{inputs[i].dtype(), PartialTensorShape(inputs[i].shape())}, &inputs[i]};
    }
  }
  return infos;
}

/// A tensor whose memory could not be had when it was made has a shape and nothing else.
absl::Status CheckMemory(const Infer& infer, absl::Span<const Tensor> inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].IsInitialized()) continue;
    const Op& op = infer.op();
    return infer.Invalid(op.inputs[ArgOfInput(op, i, infer.attrs())].name,
                         absl::StrCat("is a ", DataTypeString(inputs[i].dtype()), " tensor of ",
                                      inputs[i].shape().DebugString(),
                                      " without memory: there was not enough of it when it was made."));
  }
  return absl::OkStatus();
}

/// A variable that an op of this kind ran on has a value now.
void MarkSet(const InvokeOptions& options) {
  for (Variable* variable : options.variables) {
    if (variable != nullptr) variable->is_set = true;
  }
}

bool Verbose() {
  static const bool verbose = [] {
    const char* text = std::getenv("VOXGRAD_VERBOSE");
    return text != nullptr && *text != '\0' && *text != '0';
  }();
  return verbose;
}

/// One line on standard error: the call, who declined and why, who ran, how long it took.
void RunVerbosely(Run& run) {
  KernelTrace trace;
  const auto start = std::chrono::steady_clock::now();
  {
    const ScopedKernelChoice* outer = ScopedKernelChoice::current();
    ScopedKernelChoice choice(outer ? outer->only() : "", &trace);
    run.op().run(run);
    if (outer != nullptr && outer->trace() != nullptr) *outer->trace() = trace;
  }
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  std::string text = absl::StrCat("voxgrad: ", run.op().name);
  for (size_t i = 0; i < run.num_inputs(); ++i) {
    text += absl::StrCat(" ", DataTypeString(run.input(i).dtype), run.input(i).shape.DebugString());
  }
  for (const std::string& note : trace.notes) text += absl::StrCat(", ", note);
  for (const auto& answer : trace.answers) {
    text += answer.reason.empty()
                ? absl::StrCat(": ", answer.implementation, " ran")
                : absl::StrCat(": ", answer.implementation, " declined (", answer.reason, ")");
  }
  std::fprintf(stderr, "%s, %.3f ms\n", text.c_str(), took.count());
}

}  // namespace

absl::Status InvokeCompleted(const Op& op, absl::Span<const Tensor> inputs, absl::Span<const Attribute> slots,
                             const InvokeOptions& options, Results* outputs) {
  const Infos infos = InfosOf(inputs, options);
  Infer infer(op, options.node, slots, infos);
  if (absl::Status status = CheckMemory(infer, inputs); !status.ok()) return status;
  if (op.stateful) {
    if (absl::Status status = CheckVariables(infer, options); !status.ok()) return status;
  }
  if (absl::Status status = op.infer(infer); !status.ok()) return status;
  if (op.run == nullptr) {
    return infer.Unimplemented(op.outputs.front().name,
                               "is given to a run of a graph; outside a graph there is none to give.");
  }
  if (absl::Status status = PrepareOutputs(infer, options, outputs); !status.ok()) return status;

  Run run(infer, inputs, absl::MakeSpan(*outputs), options.variables, options.draws);
  ScopedRun scope(options.poll);
  try {
    Verbose() ? RunVerbosely(run) : op.run(run);
  } catch (const std::bad_alloc&) {  // a kernel's work space, taken outside its loops
    scope.SetOutOfMemory();
  }
  if (const absl::Status status = scope.status(); !status.ok()) return AsOpError(infer, options.node, status);
  MarkSet(options);
  return op.sets_results && !options.out.empty() ? CopyOut(infer, options, outputs) : absl::OkStatus();
}

absl::Status Invoke(const Op& op, absl::Span<const Tensor> inputs, AttrSlots slots,
                    const InvokeOptions& options, Results* outputs) {
  absl::InlinedVector<DataType, 4> types(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) types[i] = inputs[i].dtype();
  if (absl::Status status = CompleteSlots(op, options.node, types, &slots); !status.ok()) return status;
  return InvokeCompleted(op, inputs, slots, options, outputs);
}

absl::Status InferCompleted(const Op& op, absl::string_view node, absl::Span<const InputInfo> inputs,
                            absl::Span<const Attribute> slots, std::vector<OutputInfo>* outputs) {
  Infer infer(op, node, slots, inputs);
  const absl::Status status = op.infer(infer);
  outputs->clear();
  const DataTypes types = OutputTypes(op, slots);
  for (size_t i = 0; i < types.size(); ++i) {
    OutputInfo info{types[i]};
    if (status.ok()) {
      info.shape = infer.output(i);
      if (const Tensor* value = infer.output_value(i)) info.value = *value;
    }
    outputs->push_back(std::move(info));
  }
  return status;
}

absl::Status InferShapes(const Op& op, absl::string_view node, absl::Span<const InputInfo> inputs,
                         AttrSlots* slots, std::vector<PartialTensorShape>* outputs) {
  std::vector<DataType> types;
  for (const InputInfo& input : inputs) types.push_back(input.dtype);
  if (absl::Status status = CompleteSlots(op, node, types, slots); !status.ok()) return status;
  std::vector<OutputInfo> infos;
  if (absl::Status status = InferCompleted(op, node, inputs, *slots, &infos); !status.ok()) return status;
  outputs->clear();
  for (OutputInfo& info : infos) outputs->push_back(std::move(info.shape));
  return absl::OkStatus();
}

absl::StatusOr<std::vector<Tensor>> Call(StringPiece name, const std::vector<Tensor>& inputs,
                                         const std::vector<NamedAttribute>& attributes, StringPiece node) {
  const absl::string_view op_name(name.data(), name.size());
  const Op* op = FindOp(op_name);
  if (op == nullptr) return UnknownOpError(op_name);
  const absl::string_view node_name(node.data(), node.size());
  AttrSlots slots;
  if (absl::Status status = FillSlots(*op, node_name, attributes, &slots); !status.ok()) return status;
  InvokeOptions options;
  options.node = node_name;
  Results outputs;
  if (absl::Status status = Invoke(*op, inputs, std::move(slots), options, &outputs); !status.ok())
    return status;
  return std::vector<Tensor>(outputs.begin(), outputs.end());
}

}  // namespace voxgrad
