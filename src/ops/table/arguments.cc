#include "ops/table/arguments.h"

#include <algorithm>

namespace voxgrad {
namespace {

const Attribute& Slot(const Op& op, absl::string_view attr, absl::Span<const Attribute> slots) {
  return slots[static_cast<size_t>(op.AttrIndex(attr))];
}

size_t CountOf(const Op& op, const ArgDef& arg, absl::Span<const Attribute> slots) {
  if (!arg.number_attr.empty()) return static_cast<size_t>(*Slot(op, arg.number_attr, slots).get<int64_t>());
  if (!arg.type_list_attr.empty())
    return Slot(op, arg.type_list_attr, slots).get<std::vector<DataType>>()->size();
  return 1;
}

size_t CountAll(const Op& op, const std::vector<ArgDef>& args, absl::Span<const Attribute> slots) {
  return args.empty() ? 0 : RangeOf(op, args, args.size() - 1, slots).end;
}

DataTypes TypesOf(const Op& op, const std::vector<ArgDef>& args, absl::Span<const Attribute> slots) {
  DataTypes types;
  for (const ArgDef& arg : args) {
    if (!arg.type_list_attr.empty()) {
      const auto& list = *Slot(op, arg.type_list_attr, slots).get<std::vector<DataType>>();
      types.insert(types.end(), list.begin(), list.end());
      continue;
    }
    const DataType type = arg.type_attr.empty() ? arg.type : *Slot(op, arg.type_attr, slots).get<DataType>();
    types.insert(types.end(), CountOf(op, arg, slots), type);
  }
  return types;
}

}  // namespace

ArgRange RangeOf(const Op& op, const std::vector<ArgDef>& args, size_t i, absl::Span<const Attribute> slots) {
  if (!op.has_lists) return {i, i + 1};
  size_t begin = 0;
  for (size_t k = 0; k < i; ++k) begin += CountOf(op, args[k], slots);
  return {begin, begin + CountOf(op, args[i], slots)};
}

size_t ArgOfInput(const Op& op, size_t flat, absl::Span<const Attribute> slots) {
  if (!op.has_lists) return flat;
  size_t arg = 0;
  while (arg + 1 < op.inputs.size() && flat >= RangeOf(op, op.inputs, arg, slots).end) ++arg;
  return arg;
}

bool FollowsFromInputs(const Op& op, absl::string_view attr) {
  for (const ArgDef& arg : op.inputs) {
    if (arg.type_attr == attr || arg.number_attr == attr || arg.type_list_attr == attr) return true;
  }
  return false;
}

size_t NumInputs(const Op& op, absl::Span<const Attribute> slots) { return CountAll(op, op.inputs, slots); }
size_t NumOutputs(const Op& op, absl::Span<const Attribute> slots) { return CountAll(op, op.outputs, slots); }
DataTypes OutputTypes(const Op& op, absl::Span<const Attribute> slots) {
  return TypesOf(op, op.outputs, slots);
}
DataTypes InputTypes(const Op& op, absl::Span<const Attribute> slots) {
  return TypesOf(op, op.inputs, slots);
}

void FindCounts(const Op& op, absl::Span<const DataType> given, absl::Span<Attribute> slots) {
  for (size_t i = 0; i < op.attrs.size(); ++i) {
    if (!slots[i].empty()) continue;
    size_t before = 0;
    size_t single = 0;
    size_t lists = 0;
    bool of_types = false;
    for (const ArgDef& arg : op.inputs) {
      const bool mine = arg.number_attr == op.attrs[i].name || arg.type_list_attr == op.attrs[i].name;
      of_types |= arg.type_list_attr == op.attrs[i].name;
      (mine ? lists : single) += 1;
      if (lists == 0) ++before;
    }
    if (lists == 0) continue;
    const size_t count = given.size() < single ? 0 : (given.size() - single) / lists;
    if (of_types) {
      const auto types = given.subspan(std::min(before, given.size()), count);
      slots[i] = std::vector<DataType>(types.begin(), types.end());
    } else {
      slots[i] = static_cast<int64_t>(count);
    }
  }
}

}  // namespace voxgrad
