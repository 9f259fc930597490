#include "ops/table/invoke.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "absl/strings/str_cat.h"
#include "kernels/list.h"
#include "ops/table/context.h"
#include "voxgrad/call.h"

namespace voxgrad {
namespace {

using InputTypes = absl::InlinedVector<DataType, 4>;

/// The error of a lower floor, as this op's.
absl::Status AsOpError(const OpCall& call, absl::string_view node, const absl::Status& status) {
  return MakeError(status.code(), {call.op().name, std::string(node), ""},
                   absl::StrCat(status.message(), "."));
}

absl::Status PrepareOutputs(const Infer& infer, const InvokeOptions& options,
                            absl::InlinedVector<Tensor, 1>* outputs) {
  const Op& op = infer.op();
  if (!options.out.empty() && options.out.size() != op.outputs.size()) {
    return infer.Invalid("out", absl::StrCat("has ", options.out.size(), " arrays, but the op has ",
                                             op.outputs.size(), " results."));
  }
  outputs->resize(op.outputs.size());
  for (size_t i = 0; i < op.outputs.size(); ++i) {
    const DataType dtype = OutputType(op, i, infer.attrs());
    TensorShape shape;
    if (absl::Status status = TensorShape::BuildTensorShape(infer.output(i).dim_sizes(), &shape);
        !status.ok()) {
      return infer.Invalid(op.outputs[i].name, absl::StrCat(status.message(), "."));
    }
    Tensor& output = (*outputs)[i];
    if (!options.out.empty()) {
      output = options.out[i];
      if (output.dtype() != dtype) {
        return infer.WrongType("out", absl::StrCat("is ", DataTypeString(output.dtype()),
                                                   ", but the result is ", DataTypeString(dtype), "."));
      }
      if (output.shape() != shape) {
        return infer.Invalid("out", absl::StrCat("is ", output.shape().DebugString(), ", but the result is ",
                                                 shape.DebugString(), "."));
      }
    } else if (absl::Status status = Tensor::Allocate(dtype, shape, &output); !status.ok()) {
      return AsOpError(infer, options.node, status);
    }
  }
  return absl::OkStatus();
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

absl::Status Invoke(const Op& op, absl::Span<const Tensor> inputs, AttrSlots slots,
                    const InvokeOptions& options, absl::InlinedVector<Tensor, 1>* outputs) {
  InputTypes types(inputs.size());
  absl::InlinedVector<InputInfo, 4> infos(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    types[i] = inputs[i].dtype();
    infos[i] = {inputs[i].dtype(), PartialTensorShape(inputs[i].shape()), &inputs[i]};
  }
  if (absl::Status status = CompleteSlots(op, options.node, types, &slots); !status.ok()) return status;
  Infer infer(op, options.node, slots, infos);
  if (absl::Status status = op.infer(infer); !status.ok()) return status;
  if (absl::Status status = PrepareOutputs(infer, options, outputs); !status.ok()) return status;

  Run run(infer, inputs, absl::MakeSpan(*outputs));
  ScopedRun scope(options.poll);
  try {
    Verbose() ? RunVerbosely(run) : op.run(run);
  } catch (const std::bad_alloc&) {  // a kernel's work space, taken outside its loops
    scope.SetOutOfMemory();
  }
  const absl::Status status = scope.status();
  return status.ok() ? status : AsOpError(infer, options.node, status);
}

absl::Status InferShapes(const Op& op, absl::string_view node, absl::Span<const InputInfo> inputs,
                         AttrSlots* slots, std::vector<PartialTensorShape>* outputs) {
  InputTypes types;
  for (const InputInfo& input : inputs) types.push_back(input.dtype);
  if (absl::Status status = CompleteSlots(op, node, types, slots); !status.ok()) return status;
  Infer infer(op, node, *slots, inputs);
  if (absl::Status status = op.infer(infer); !status.ok()) return status;
  outputs->clear();
  for (size_t i = 0; i < op.outputs.size(); ++i) outputs->push_back(infer.output(i));
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
  absl::InlinedVector<Tensor, 1> outputs;
  if (absl::Status status = Invoke(*op, inputs, std::move(slots), options, &outputs); !status.ok())
    return status;
  return std::vector<Tensor>(outputs.begin(), outputs.end());
}

}  // namespace voxgrad
