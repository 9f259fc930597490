#include "driver/prepared_call.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/literal.h"
#include "core/npy.h"
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
    return Tensor(tensor->dtype(), TensorShape({1}), tensor->memory());
  }
  return tensor;
}

}  // namespace

absl::StatusOr<std::vector<Tensor>> PreparedCall::Run() const {
  absl::InlinedVector<Tensor, 1> outputs;
  if (absl::Status status = Invoke(*op, inputs, slots, InvokeOptions(), &outputs); !status.ok())
    return status;
  return std::vector<Tensor>(outputs.begin(), outputs.end());
}

std::string PreparedCall::CommandLine(int64_t max_values) const {
  std::string text = op->name;
  for (size_t i = 0; i < inputs.size(); ++i) {
    absl::StrAppend(&text, " '", op->inputs[i].name, "=", TensorLiteral(inputs[i], max_values), "'");
  }
  for (size_t i = 0; i < slots.size(); ++i) {
    const AttrDef& attr = op->attrs[i];
    if (slots[i].empty() || attr.kind == AttrKind::kType) continue;
    const bool empty_list = slots[i].get<Ints>() != nullptr && slots[i].get<Ints>()->empty();
    absl::StrAppend(&text, " '", attr.name, "=", empty_list ? "" : slots[i].DebugString(), "'");
  }
  return text;
}

absl::StatusOr<Attribute> ParseAttribute(const OpCall& call, const AttrDef& attr, const std::string& text) {
  const auto wrong = [&](absl::string_view what) {
    return call.Invalid(attr.name, absl::StrCat("is `", text, "`, but must be ", what, "."));
  };
  int64_t integer = 0;
  float number = 0;
  bool flag = false;
  switch (attr.kind) {
    case AttrKind::kInts: {
      absl::StatusOr<Ints> values = ParseInts(text);
      if (!values.ok()) return call.Invalid(attr.name, values.status().message());
      return Attribute(*std::move(values));
    }
    case AttrKind::kInt:
      return absl::SimpleAtoi(text, &integer) ? absl::StatusOr<Attribute>(integer) : wrong("an integer");
    case AttrKind::kFloat:
      return absl::SimpleAtof(text, &number) ? absl::StatusOr<Attribute>(number) : wrong("a number");
    case AttrKind::kBool:
      return absl::SimpleAtob(text, &flag) ? absl::StatusOr<Attribute>(flag) : wrong("true or false");
    case AttrKind::kString:
      return Attribute(text);
    case AttrKind::kType: {
      const DataType type = DataTypeFromString(text);
      return type != DT_INVALID ? absl::StatusOr<Attribute>(type) : wrong("a type such as float or half");
    }
    default:
      return call.Unimplemented(attr.name, "cannot be typed as text.");
  }
}

absl::StatusOr<PreparedCall> PrepareTyped(const Op& op,
                                          const std::vector<std::pair<std::string, std::string>>& arguments) {
  PreparedCall prepared;
  prepared.op = &op;
  prepared.inputs.resize(op.inputs.size());
  std::vector<bool> given(op.inputs.size(), false);
  std::vector<NamedAttribute> attributes;
  const OpCall call(op, "", {});
  for (const auto& [name, text] : arguments) {
    if (const int i = op.InputIndex(name); i >= 0) {
      const size_t slot = static_cast<size_t>(i);
      absl::StatusOr<Tensor> tensor = ReadTensor(op, op.inputs[slot], text);
      if (!tensor.ok()) return call.Invalid(name, tensor.status().message());
      if (given[slot]) return call.Invalid(name, "is given twice.");
      prepared.inputs[slot] = *std::move(tensor);
      given[slot] = true;
    } else if (const int a = op.AttrIndex(name); a >= 0) {
      absl::StatusOr<Attribute> value = ParseAttribute(call, op.attrs[static_cast<size_t>(a)], text);
      if (!value.ok()) return value.status();
      attributes.push_back({name, *std::move(value)});
    } else {
      std::vector<std::string> names;
      for (const ArgDef& input : op.inputs) names.push_back(input.name);
      for (const AttrDef& attr : op.attrs) {
        if (attr.kind != AttrKind::kType) names.push_back(attr.name);
      }
      return call.Invalid(
          name, absl::StrCat("is no argument of this op; it has ", absl::StrJoin(names, ", "), "."));
    }
  }
  for (size_t i = 0; i < given.size(); ++i) {
    if (!given[i]) return call.Invalid(op.inputs[i].name, "is missing; it must be a tensor.");
  }
  if (absl::Status status = FillSlots(op, "", attributes, &prepared.slots); !status.ok()) return status;
  return prepared;
}

}  // namespace voxgrad::driver
