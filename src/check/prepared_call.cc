#include "check/prepared_call.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/literal.h"
#include "core/npy.h"
#include "ops/table/arguments.h"
#include "ops/table/attribute_text.h"
#include "ops/table/invoke.h"

namespace voxgrad::driver {
namespace {

/// The type for numbers typed without one: the input's own if fixed, else float where the op takes it.
DataType DefaultType(const Op& op, const ArgDef& arg) {
  if (arg.type_attr.empty()) return arg.type;
  const AttrDef& attr = op.attrs[static_cast<size_t>(op.AttrIndex(arg.type_attr))];
  const DataType wanted = arg.sizes ? DT_INT32 : DT_FLOAT;
  if (attr.types.empty() || std::find(attr.types.begin(), attr.types.end(), wanted) != attr.types.end())
    return wanted;
  return attr.types.front();
}

absl::StatusOr<Tensor> ReadTensor(const Op& op, const ArgDef& arg, const std::string& text) {
  if (absl::StartsWith(text, "@")) return ReadNpy(text.substr(1));
  absl::StatusOr<Tensor> tensor = ParseTensor(text, DefaultType(op, arg));
  // One size is still a vector of sizes.
  if (tensor.ok() && arg.sizes && tensor->dims() == 0 && !absl::StrContains(text, '[')) {
    return Tensor(tensor->dtype(), TensorShape({1}), tensor->buffer(), tensor->offset());
  }
  return tensor;
}

/// Whether the slots say already how long each list is.
bool HasNumbers(const Op& op, absl::Span<const Attribute> slots) {
  return std::all_of(op.inputs.begin(), op.inputs.end(), [&](const ArgDef& arg) {
    const int i = op.AttrIndex(arg.number_attr);
    return i < 0 ||
           (static_cast<size_t>(i) < slots.size() && slots[static_cast<size_t>(i)].get<int64_t>() != nullptr);
  });
}

/// "is no argument of this op; it has …"
absl::Status UnknownArgument(const OpCall& call, const std::string& name) {
  std::vector<std::string> names;
  for (const ArgDef& input : call.op().inputs) names.push_back(input.name);
  for (const AttrDef& attr : call.op().attrs) {
    if (!FollowsFromInputs(call.op(), attr.name)) names.push_back(attr.name);
  }
  return call.Invalid(name, absl::StrCat("is no argument of this op; it has ",
                                         names.empty() ? "none" : absl::StrJoin(names, ", "), "."));
}

}  // namespace

absl::StatusOr<std::vector<Tensor>> PreparedCall::Run(const ExecOptions& options) const {
  Exec exec(options);
  InvokeOptions invoke;
  invoke.exec = &exec;
  absl::InlinedVector<Tensor, 1> outputs;
  if (absl::Status status = Invoke(*op, inputs, slots, invoke, &outputs); !status.ok()) return status;
  return std::vector<Tensor>(outputs.begin(), outputs.end());
}

std::string PreparedCall::CommandLine(int64_t max_values) const {
  std::string text = op->name;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::string& name =
        op->inputs[HasNumbers(*op, slots) ? ArgOfInput(*op, i, slots) : std::min(i, op->inputs.size() - 1)]
            .name;
    absl::StrAppend(&text, " '", name, "=", TensorLiteral(inputs[i], max_values), "'");
  }
  for (size_t i = 0; i < slots.size(); ++i) {
    const AttrDef& attr = op->attrs[i];
    if (slots[i].empty() || FollowsFromInputs(*op, attr.name)) continue;
    absl::StrAppend(&text, " '", attr.name, "=", AttributeText(slots[i], max_values), "'");
  }
  return text;
}

absl::StatusOr<PreparedCall> PrepareLists(const Op& op, const std::vector<std::vector<Tensor>>& tensors,
                                          const std::vector<NamedAttribute>& attributes) {
  PreparedCall prepared;
  prepared.op = &op;
  const OpCall call(op, "", {});
  if (absl::Status status = FillSlots(op, "", attributes, &prepared.slots); !status.ok()) return status;
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    const ArgDef& arg = op.inputs[i];
    if (tensors[i].empty()) {
      return call.Invalid(arg.name,
                          absl::StrCat("is missing; it must be ",
                                       arg.is_list() ? "given once for each tensor." : "a tensor."));
    }
    prepared.inputs.insert(prepared.inputs.end(), tensors[i].begin(), tensors[i].end());
    if (arg.number_attr.empty()) continue;
    Attribute& number = prepared.slots[static_cast<size_t>(op.AttrIndex(arg.number_attr))];
    const auto count = static_cast<int64_t>(tensors[i].size());
    if (const auto* other = number.get<int64_t>(); other != nullptr && *other != count) {
      return call.Invalid(
          arg.name, absl::StrCat("is a list of ", count, ", but ", arg.number_attr, " is ", *other, "."));
    }
    number = count;
  }
  return prepared;
}

absl::StatusOr<PreparedCall> PrepareTyped(const Op& op,
                                          const std::vector<std::pair<std::string, std::string>>& arguments) {
  std::vector<std::vector<Tensor>> tensors(op.inputs.size());
  std::vector<NamedAttribute> attributes;
  const OpCall call(op, "", {});
  for (const auto& [name, text] : arguments) {
    if (const int i = op.InputIndex(name); i >= 0) {
      const auto place = static_cast<size_t>(i);
      absl::StatusOr<Tensor> tensor = ReadTensor(op, op.inputs[place], text);
      if (!tensor.ok()) return call.Invalid(name, tensor.status().message());
      if (!tensors[place].empty() && !op.inputs[place].is_list())
        return call.Invalid(name, "is given twice.");
      tensors[place].push_back(*std::move(tensor));
    } else if (const int a = op.AttrIndex(name); a >= 0) {
      absl::StatusOr<Attribute> value = ParseAttribute(call, op.attrs[static_cast<size_t>(a)], text);
      if (!value.ok()) return value.status();
      attributes.push_back({name, *std::move(value)});
    } else {
      return UnknownArgument(call, name);
    }
  }
  return PrepareLists(op, tensors, attributes);
}

}  // namespace voxgrad::driver
