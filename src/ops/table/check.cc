#include "ops/table/check.h"

#include <algorithm>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace voxgrad {
namespace {

bool HasKind(const Attribute& value, AttrKind kind) {
  switch (kind) {
    case AttrKind::kInt:
      return value.get<int64_t>() != nullptr;
    case AttrKind::kFloat:
      return value.get<float>() != nullptr;
    case AttrKind::kBool:
      return value.get<bool>() != nullptr;
    case AttrKind::kString:
      return value.get<std::string>() != nullptr;
    case AttrKind::kType:
      return value.get<DataType>() != nullptr;
    case AttrKind::kShape:
      return value.get<PartialTensorShape>() != nullptr;
    case AttrKind::kTensor:
      return value.get<Tensor>() != nullptr;
    case AttrKind::kInts:
      return value.get<Ints>() != nullptr;
    case AttrKind::kFloats:
      return value.get<std::vector<float>>() != nullptr;
    case AttrKind::kBools:
      return value.get<std::vector<bool>>() != nullptr;
    case AttrKind::kStrings:
      return value.get<std::vector<std::string>>() != nullptr;
    case AttrKind::kTypes:
      return value.get<std::vector<DataType>>() != nullptr;
    case AttrKind::kShapes:
      return value.get<std::vector<PartialTensorShape>>() != nullptr;
    case AttrKind::kTensors:
      return value.get<std::vector<Tensor>>() != nullptr;
  }
  return false;
}

const char* KindName(AttrKind kind) {
  constexpr const char* kNames[] = {
      "an integer",        "a number",        "true or false",      "a string",          "a type",
      "a shape",           "a tensor",        "a list of integers", "a list of numbers", "a list of booleans",
      "a list of strings", "a list of types", "a list of shapes",   "a list of tensors"};
  return kNames[static_cast<size_t>(kind)];
}

/// A helping word where the value is a near miss of a choice.
std::string Hint(const AttrDef& attr, const std::string& given) {
  const std::string upper = absl::AsciiStrToUpper(given);
  for (const std::string& choice : attr.choices) {
    if (upper == choice) return absl::StrCat(" Did you mean \"", choice, "\"?");
  }
  // 3-D blocks are often given the format of images and the other way round: NHWC for NDHWC.
  std::string other = upper;
  const size_t depth = other.find('D');
  if (depth != std::string::npos) {
    other.erase(depth, 1);
  } else if (const size_t height = other.find('H'); height != std::string::npos) {
    other.insert(height, "D");
  }
  for (const std::string& choice : attr.choices) {
    if (other == choice) {
      return absl::StrCat(" ", upper, " is for tensors of ", upper.size(), " dimensions; here it is ", choice,
                          ".");
    }
  }
  return "";
}

absl::Status CheckChoice(const OpCall& call, const AttrDef& attr, const std::string& value) {
  if (std::find(attr.choices.begin(), attr.choices.end(), value) != attr.choices.end())
    return absl::OkStatus();
  for (const Exclusion& excluded : attr.excluded) {
    if (excluded.value == value) {
      return call.Unimplemented(attr.name, absl::StrCat("is \"", value, "\", ", excluded.reason));
    }
  }
  std::vector<std::string> quoted;
  for (const std::string& choice : attr.choices) quoted.push_back(absl::StrCat("\"", choice, "\""));
  return call.Invalid(attr.name, absl::StrCat("is \"", value, "\", but must be ", JoinChoices(quoted), ".",
                                              Hint(attr, value)));
}

bool FitsInt32(int64_t value) {
  return value >= std::numeric_limits<int32_t>::min() && value <= std::numeric_limits<int32_t>::max();
}

absl::Status CheckInt(const OpCall& call, const AttrDef& attr, int64_t value) {
  if (attr.min_value && value < *attr.min_value) {
    return call.Invalid(attr.name,
                        absl::StrCat("is ", value, ", but must be at least ", *attr.min_value, "."));
  }
  constexpr int64_t kMaxResults = 1 << 20;
  const auto& outputs = call.op().outputs;
  const auto counts = [&](const ArgDef& output) { return output.number_attr == attr.name; };
  if (value > kMaxResults && std::any_of(outputs.begin(), outputs.end(), counts))
    return call.Invalid(attr.name, absl::StrCat("is ", value, ", but an op has at most 2^20 results."));
  return absl::OkStatus();
}

template <class List>
absl::Status CheckCount(const OpCall& call, const AttrDef& attr, const List& values) {
  if (static_cast<int64_t>(values.size()) >= attr.min_count) return absl::OkStatus();
  return call.Invalid(attr.name, absl::StrCat("is ", Attribute(values).DebugString(), " (", values.size(),
                                              " values), but needs ", attr.min_count, "."));
}

absl::Status CheckInts(const OpCall& call, const AttrDef& attr, const Ints& values) {
  if (absl::Status status = CheckCount(call, attr, values); !status.ok()) return status;
  for (int64_t value : values) {
    if (!FitsInt32(value)) return OutOfInt32Error(call, attr.name, absl::StrCat(value));
  }
  return absl::OkStatus();
}

bool AllowsType(const AttrDef& attr, DataType type) {
  const auto in = [type](const std::vector<DataType>& types) {
    return std::find(types.begin(), types.end(), type) != types.end();
  };
  return (attr.types.empty() && attr.extension_types.empty()) || in(attr.types) || in(attr.extension_types);
}

/// The reason for which a type of TensorFlow's list is left out, or null.
const Exclusion* FindExcluded(const AttrDef& attr, DataType type) {
  for (const Exclusion& excluded : attr.excluded) {
    if (excluded.value == DataTypeString(type)) return &excluded;
  }
  return nullptr;
}

/// Values that mean the same in another kind: 1 for the number 1.0, sizes for a shape, an empty list.
void Adapt(AttrKind kind, Attribute* value) {
  if (const auto* number = value->get<int64_t>(); number != nullptr && kind == AttrKind::kFloat) {
    *value = static_cast<float>(*number);
    return;
  }
  const auto* ints = value->get<Ints>();
  if (ints == nullptr) return;
  if (kind == AttrKind::kShape) {
    *value = PartialTensorShape(*ints);
  } else if (kind == AttrKind::kFloats) {
    *value = std::vector<float>(ints->begin(), ints->end());
  } else if (ints->empty() && kind == AttrKind::kTypes) {
    *value = std::vector<DataType>();
  }
}

absl::Status CheckType(const OpCall& call, const AttrDef& attr, absl::string_view argument, DataType type) {
  if (AllowsType(attr, type)) return absl::OkStatus();
  if (const Exclusion* excluded = FindExcluded(attr, type)) {
    return call.Unimplemented(argument, absl::StrCat("is ", excluded->value, ", ", excluded->reason));
  }
  return call.WrongType(argument,
                        absl::StrCat("is ", DataTypeString(type), ", but must be ", TypeChoices(attr), "."));
}

absl::Status CheckValue(const OpCall& call, const AttrDef& attr, const Attribute& value) {
  if (!HasKind(value, attr.kind)) {
    return call.WrongType(
        attr.name, absl::StrCat("is ", value.DebugString(), ", but must be ", KindName(attr.kind), "."));
  }
  if (attr.kind == AttrKind::kString && !attr.choices.empty()) {
    return CheckChoice(call, attr, *value.get<std::string>());
  }
  if (attr.kind == AttrKind::kInt) return CheckInt(call, attr, *value.get<int64_t>());
  if (attr.kind == AttrKind::kInts) return CheckInts(call, attr, *value.get<Ints>());
  if (attr.kind == AttrKind::kFloats) return CheckCount(call, attr, *value.get<std::vector<float>>());
  if (attr.kind == AttrKind::kTypes) {
    const auto count = static_cast<int64_t>(value.get<std::vector<DataType>>()->size());
    if (count < attr.min_count)
      return call.Invalid(attr.name,
                          absl::StrCat("has ", count, " types, but needs at least ", attr.min_count, "."));
  }
  if (attr.kind == AttrKind::kType) return CheckType(call, attr, attr.name, *value.get<DataType>());
  return absl::OkStatus();
}

/// "filter is double, but input is float": whoever settled the type attribute before, another input or the
/// caller.
absl::Status DisagreeError(const OpCall& call, const ArgDef& arg, DataType given, const Attribute& bound) {
  const auto& inputs = call.op().inputs;
  const auto first = std::find_if(inputs.begin(), inputs.end(),
                                  [&](const ArgDef& input) { return input.type_attr == arg.type_attr; });
  const std::string& other = &*first == &arg ? arg.type_attr : first->name;
  return call.WrongType(arg.name, absl::StrCat("is ", DataTypeString(given), ", but ", other, " is ",
                                               bound.DebugString(), "; both must be the same type."));
}

/// The type attribute of one input is what the input is; two inputs of one attribute must agree.
absl::Status BindInputType(const OpCall& call, const ArgDef& arg, DataType given, AttrSlots* slots) {
  if (!arg.type_list_attr.empty()) return absl::OkStatus();  // any type; the list was filled before
  if (arg.type_attr.empty()) {
    if (given == arg.type) return absl::OkStatus();
    return call.WrongType(arg.name, absl::StrCat("is ", DataTypeString(given), ", but must be ",
                                                 DataTypeString(arg.type), "."));
  }
  const size_t slot = static_cast<size_t>(call.op().AttrIndex(arg.type_attr));
  const AttrDef& attr = call.op().attrs[slot];
  if (absl::Status status = CheckType(call, attr, arg.name, given); !status.ok()) return status;
  Attribute& bound = (*slots)[slot];
  if (bound.empty()) {
    bound = given;
  } else if (*bound.get<DataType>() != given) {
    return DisagreeError(call, arg, given, bound);
  }
  return absl::OkStatus();
}

/// Puts the default into an empty slot, or checks what stands there.
absl::Status CompleteValue(const OpCall& call, const AttrDef& attr, Attribute* value) {
  if (!value->empty()) {
    Adapt(attr.kind, value);
    return CheckValue(call, attr, *value);
  }
  if (attr.default_value.empty())
    return call.Invalid(attr.name, absl::StrCat("is missing; it must be ", KindName(attr.kind), "."));
  *value = attr.default_value;
  return absl::OkStatus();
}

absl::Status CheckCount(const OpCall& call, size_t given) {
  const Op& op = call.op();
  const size_t wanted = op.has_lists ? NumInputs(op, call.attrs()) : op.inputs.size();
  if (given == wanted) return absl::OkStatus();
  std::vector<std::string> names;
  for (const ArgDef& input : op.inputs) names.push_back(input.name);
  return call.Invalid(
      "", absl::StrCat("takes ", wanted, wanted == 1 ? " input (" : " inputs (", absl::StrJoin(names, ", "),
                       "), but ", given, given == 1 ? " was given." : " were given."));
}

}  // namespace

std::string TypeChoices(const AttrDef& attr) {
  std::vector<std::string> names;
  for (DataType type : attr.types) names.push_back(DataTypeString(type));
  for (DataType type : attr.extension_types) names.push_back(DataTypeString(type));
  return JoinChoices(names);
}

absl::Status OutOfInt32Error(const OpCall& call, absl::string_view attr, absl::string_view text) {
  return call.Invalid(attr, absl::StrCat("holds ", text, ", outside the range of int32."));
}

absl::Status FillSlots(const Op& op, absl::string_view node, absl::Span<const NamedAttribute> attributes,
                       AttrSlots* slots) {
  slots->assign(op.attrs.size(), Attribute());
  const OpCall call(op, node, *slots);
  for (const NamedAttribute& attribute : attributes) {
    const int slot = op.AttrIndex(attribute.name);
    if (slot < 0) {
      std::vector<std::string> names;
      for (const AttrDef& attr : op.attrs) {
        if (attr.kind != AttrKind::kType) names.push_back(attr.name);
      }
      return call.Invalid(attribute.name,
                          absl::StrCat("is no attribute of this op; it has ",
                                       names.empty() ? "none" : absl::StrJoin(names, ", "), "."));
    }
    Attribute& value = (*slots)[static_cast<size_t>(slot)];
    if (!value.empty()) return call.Invalid(attribute.name, "is given twice.");
    value = attribute.value;
  }
  return absl::OkStatus();
}

absl::Status CompleteSlots(const Op& op, absl::string_view node, absl::Span<const DataType> input_types,
                           AttrSlots* slots) {
  const OpCall call(op, node, *slots);
  if (op.has_lists) FindCounts(op, input_types, absl::MakeSpan(*slots));
  const auto follows = [&](size_t i) {  // from the inputs
    return op.attrs[i].kind == AttrKind::kType && (*slots)[i].empty();
  };
  for (size_t i = 0; i < op.attrs.size(); ++i) {
    if (follows(i)) continue;
    if (absl::Status status = CompleteValue(call, op.attrs[i], &(*slots)[i]); !status.ok()) return status;
  }
  if (absl::Status status = CheckCount(call, input_types.size()); !status.ok()) return status;
  for (size_t i = 0; i < input_types.size(); ++i) {
    const ArgDef& arg = op.inputs[ArgOfInput(op, i, *slots)];
    if (absl::Status status = BindInputType(call, arg, input_types[i], slots); !status.ok()) return status;
  }
  for (size_t i = 0; i < op.attrs.size(); ++i) {
    if (!follows(i)) continue;
    if (absl::Status status = CompleteValue(call, op.attrs[i], &(*slots)[i]); !status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace voxgrad
