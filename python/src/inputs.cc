#include "inputs.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "errors.h"
#include "ops/table/invoke.h"

namespace nb = nanobind;

namespace voxgrad::python {
namespace {

/// The type of an input's type attribute, as the arrays (not lists) of that attribute say; DT_INVALID if none
/// does.
DataType BoundType(const Inputs& inputs, const ArgDef& arg) {
  for (size_t i = 0; i < inputs.arrays.size(); ++i) {
    if (!inputs.arrays[i].soft && inputs.args[i]->type_attr == arg.type_attr)
      return inputs.arrays[i].tensor.dtype();
  }
  return DT_INVALID;
}

/// An attribute without a list of types takes any.
bool Allows(const AttrDef& attr, DataType type) {
  return attr.types.empty() || std::find(attr.types.begin(), attr.types.end(), type) != attr.types.end();
}

/// Whether a list of that type attribute holds a fraction.
bool HasFractions(const Inputs& inputs, const ArgDef& arg) {
  for (size_t i = 0; i < inputs.arrays.size(); ++i) {
    const Tensor& tensor = inputs.arrays[i].tensor;
    if (inputs.args[i]->type_attr != arg.type_attr || tensor.NumElements() == 0) continue;
    // float: a list that was settled before
    if (tensor.dtype() == DT_DOUBLE || tensor.dtype() == DT_FLOAT) return true;
  }
  return false;
}

/// A list takes the type of the arrays beside it; alone, numbers become float, or int32 where the op takes
/// that, and truth values stay.
DataType SoftType(const Op& op, const Inputs& inputs, size_t i) {
  const ArgDef& arg = *inputs.args[i];
  const Tensor& tensor = inputs.arrays[i].tensor;
  if (const DataType bound = BoundType(inputs, arg); bound != DT_INVALID) return bound;
  const AttrDef& attr = op.attrs[static_cast<size_t>(op.AttrIndex(arg.type_attr))];
  if (tensor.dtype() == DT_BOOL && Allows(attr, DT_BOOL)) return DT_BOOL;
  const bool empty = tensor.NumElements() == 0 && attr.types.empty();  // says nothing; numbers are likely
  if (!empty && !HasFractions(inputs, arg) && Allows(attr, DT_INT32)) return DT_INT32;
  return Allows(attr, DT_FLOAT) ? DT_FLOAT : tensor.dtype();
}

/// Sizes of any integer type are taken as int32 when they fit; a type attribute that has int64 keeps int64
/// arrays.
void SettleType(const OpCall& call, size_t i, Inputs* inputs) {
  ArrayIn& array = inputs->arrays[i];
  const ArgDef& arg = *inputs->args[i];
  if (array.symbolic) return;
  const DataType given = array.tensor.dtype();
  const bool open = !arg.type_attr.empty();
  if (arg.sizes && !(open && given == DT_INT64 && !array.soft)) {
    const bool integer = given != DT_HALF && given != DT_BFLOAT16 && given != DT_FLOAT && given != DT_DOUBLE;
    if (integer || (array.soft && array.tensor.NumElements() == 0)) CastTo(call, arg.name, DT_INT32, &array);
  } else if (array.soft) {
    CastTo(call, arg.name, open ? SoftType(call.op(), *inputs, i) : arg.type, &array);
  }
}

void Append(const OpCall& call, const ArgDef& arg, nb::handle object, ArrayReader read, Inputs* inputs) {
  inputs->arrays.push_back(read(call, arg.name, object));
  inputs->args.push_back(&arg);
}

/// A list of arrays; how many there are must agree with other lists of that number.
void AppendList(const OpCall& call, const ArgDef& arg, nb::handle object, ArrayReader read, AttrSlots* slots,
                Inputs* inputs) {
  if (!PyList_Check(object.ptr()) && !PyTuple_Check(object.ptr()))
    Raise(call.WrongType(arg.name, absl::StrCat("is ", Text(object.type().attr("__name__")),
                                                ", but must be a list of arrays.")));
  const auto count = static_cast<int64_t>(PySequence_Fast_GET_SIZE(object.ptr()));
  for (int64_t i = 0; i < count; ++i)
    Append(call, arg, PySequence_Fast_GET_ITEM(object.ptr(), i), read, inputs);
  if (arg.number_attr.empty()) return;
  Attribute& number = (*slots)[static_cast<size_t>(call.op().AttrIndex(arg.number_attr))];
  if (const auto* other = number.get<int64_t>(); other != nullptr && *other != count) {
    Raise(call.Invalid(arg.name, absl::StrCat("is a list of ", count, ", but the list before it has ", *other,
                                              "; both must be as long.")));
  }
  number = count;
}

}  // namespace

Inputs ReadInputs(const OpCall& call, nb::handle arguments, AttrSlots* slots, ArrayReader read) {
  Inputs inputs;
  const auto& defs = call.op().inputs;
  for (size_t i = 0; i < defs.size(); ++i) {
    const nb::handle object = PyTuple_GET_ITEM(arguments.ptr(), static_cast<Py_ssize_t>(i));
    if (defs[i].is_list()) {
      AppendList(call, defs[i], object, read, slots, &inputs);
    } else {
      Append(call, defs[i], object, read, &inputs);
    }
  }
  for (size_t i = 0; i < inputs.arrays.size(); ++i) SettleType(call, i, &inputs);
  return inputs;
}

void FinishInputs(const OpCall& call, const AttrSlots& slots, Inputs* inputs) {
  const auto waits = [](const ArrayIn& array) { return array.waits; };
  if (std::none_of(inputs->arrays.begin(), inputs->arrays.end(), waits)) return;
  std::vector<InputInfo> infos;
  std::vector<DataType> types;
  for (const ArrayIn& array : inputs->arrays) {
    types.push_back(array.tensor.dtype());
    infos.push_back({{types.back(), array.tensor.shape()}, array.waits ? nullptr : &array.tensor});
  }
  AttrSlots complete = slots;
  std::vector<OutputInfo> outputs;
  RaiseUnlessOk(CompleteSlots(call.op(), call.node(), types, &complete));
  RaiseUnlessOk(InferCompleted(call.op(), call.node(), infos, complete, &outputs));
  for (size_t i = 0; i < inputs->arrays.size(); ++i) {
    if (inputs->arrays[i].waits) FinishReading(call, inputs->args[i]->name, &inputs->arrays[i]);
  }
}

}  // namespace voxgrad::python
