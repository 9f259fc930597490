// The module behind the Python face: finding an op, calling it, and the settings.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "array.h"
#include "attribute_in.h"
#include "errors.h"
#include "ops/table/invoke.h"
#include "voxgrad/threads.h"
#include "voxgrad/version.h"

namespace nb = nanobind;

namespace voxgrad::python {
namespace {

/// Asked between two pieces of work: has a signal handler raised?
bool SignalRaised() {
  const nb::gil_scoped_acquire gil;
  return PyErr_CheckSignals() != 0;
}

using Arrays = absl::InlinedVector<ArrayIn, 4>;

/// The type of an input's type attribute, as the arrays (not lists) of that attribute say; DT_INVALID if none
/// does.
DataType BoundType(const Op& op, const ArgDef& arg, const Arrays& arrays) {
  for (size_t i = 0; i < arrays.size(); ++i) {
    if (!arrays[i].soft && op.inputs[i].type_attr == arg.type_attr) return arrays[i].tensor.dtype();
  }
  return DT_INVALID;
}

bool Allows(const AttrDef& attr, DataType type) {
  return std::find(attr.types.begin(), attr.types.end(), type) != attr.types.end();
}

/// Whether a list of that type attribute holds a fraction.
bool HasFractions(const Op& op, const ArgDef& arg, const Arrays& arrays) {
  for (size_t i = 0; i < arrays.size(); ++i) {
    const DataType type = arrays[i].tensor.dtype();
    if (op.inputs[i].type_attr != arg.type_attr || arrays[i].tensor.NumElements() == 0) continue;
    if (type == DT_DOUBLE || type == DT_FLOAT) return true;  // float: a list that was settled before
  }
  return false;
}

/// A list takes the type of the arrays beside it; alone, numbers become float (or int32 where the op takes
/// that).
DataType SoftType(const Op& op, const ArgDef& arg, const ArrayIn& array, const Arrays& arrays) {
  if (const DataType bound = BoundType(op, arg, arrays); bound != DT_INVALID) return bound;
  const AttrDef& attr = op.attrs[static_cast<size_t>(op.AttrIndex(arg.type_attr))];
  if (!HasFractions(op, arg, arrays) && Allows(attr, DT_INT32)) return DT_INT32;
  return Allows(attr, DT_FLOAT) ? DT_FLOAT : array.tensor.dtype();
}

/// Sizes of any integer type are taken as int32 when they fit; a type attribute that has int64 keeps int64
/// arrays.
void SettleType(const OpCall& call, size_t i, Arrays* arrays) {
  ArrayIn& array = (*arrays)[i];
  const ArgDef& arg = call.op().inputs[i];
  const DataType given = array.tensor.dtype();
  const bool open = !arg.type_attr.empty();
  if (arg.sizes && !(open && given == DT_INT64 && !array.soft)) {
    const bool integer = given != DT_HALF && given != DT_BFLOAT16 && given != DT_FLOAT && given != DT_DOUBLE;
    if (integer || (array.soft && array.tensor.NumElements() == 0)) CastTo(call, arg.name, DT_INT32, &array);
  } else if (array.soft && open) {
    CastTo(call, arg.name, SoftType(call.op(), arg, array, *arrays), &array);
  }
}

Arrays ReadInputs(const OpCall& call, nb::handle inputs) {
  Arrays arrays;
  const auto& defs = call.op().inputs;
  for (size_t i = 0; i < defs.size(); ++i) {
    arrays.push_back(
        ReadArray(call, defs[i].name, PyTuple_GET_ITEM(inputs.ptr(), static_cast<Py_ssize_t>(i))));
  }
  for (size_t i = 0; i < defs.size(); ++i) SettleType(call, i, &arrays);
  return arrays;
}

AttrSlots ReadAttributes(const OpCall& call, nb::handle attrs) {
  const auto& defs = call.op().attrs;
  AttrSlots slots(defs.size());
  Py_ssize_t next = 0;
  for (size_t i = 0; i < defs.size(); ++i) {
    if (defs[i].kind == AttrKind::kType) continue;
    slots[i] = ReadAttribute(call, defs[i], PyTuple_GET_ITEM(attrs.ptr(), next++));
  }
  return slots;
}

bool Overlap(const Tensor& a, const Tensor& b) {
  const auto* x = static_cast<const char*>(a.data());
  const auto* y = static_cast<const char*>(b.data());
  return x < y + b.TotalBytes() && y < x + a.TotalBytes();
}

/// True when results can be computed right in the array's memory.
bool CanWriteDirectly(const ArrayOut& out, const Arrays& arrays) {
  if (!out.contiguous) return false;
  return std::none_of(arrays.begin(), arrays.end(),
                      [&](const ArrayIn& in) { return Overlap(in.tensor, out.tensor); });
}

const ArrayIn* Prototype(const Arrays& arrays) {
  for (const ArrayIn& array : arrays) {
    if (!array.is_numpy) return &array;
  }
  return nullptr;
}

/// What the engine says about an `out` that it writes to, for one that is copied to.
void CheckFits(const OpCall& call, const Tensor& result, const Tensor& out) {
  if (out.dtype() != result.dtype()) {
    Raise(call.WrongType("out", absl::StrCat("is ", DataTypeString(out.dtype()), ", but the result is ",
                                             DataTypeString(result.dtype()), ".")));
  }
  if (out.shape() != result.shape()) {
    Raise(call.Invalid("out", absl::StrCat("is ", out.shape().DebugString(), ", but the result is ",
                                           result.shape().DebugString(), ".")));
  }
}

const Op& OpAt(size_t handle) { return OpTable().at(handle); }

nb::object Invoke(size_t handle, nb::handle inputs, nb::handle attrs, nb::handle name, nb::handle out) {
  const Op& op = OpAt(handle);
  const std::string node = name.is_none() ? std::string() : Text(name);
  const OpCall call(op, node, {});
  const Arrays arrays = ReadInputs(call, inputs);
  absl::InlinedVector<Tensor, 4> tensors;
  for (const ArrayIn& array : arrays) tensors.push_back(array.tensor);
  AttrSlots slots = ReadAttributes(call, attrs);
  InvokeOptions options;
  options.node = node;
  options.poll = SignalRaised;
  ArrayOut target;
  const bool given_out = !out.is_none();
  if (given_out) target = OpenForWriting(call, out);
  const bool direct = given_out && CanWriteDirectly(target, arrays);
  if (direct) options.out = absl::MakeConstSpan(&target.tensor, 1);
  absl::InlinedVector<Tensor, 1> results;
  absl::Status status;
  {
    const nb::gil_scoped_release no_gil;
    status = voxgrad::Invoke(op, tensors, std::move(slots), options, &results);
  }
  RaiseUnlessOk(status);
  if (given_out) {
    if (!direct) {
      CheckFits(call, results[0], target.tensor);
      CopyInto(results[0], target);
    }
    return nb::borrow(out);
  }
  const ArrayIn* like = Prototype(arrays);
  if (results.size() == 1) return WriteArray(results[0], like);
  nb::list list;
  for (const Tensor& result : results) list.append(WriteArray(result, like));
  return nb::tuple(list);
}

size_t FindHandle(const std::string& name) {
  const Op* op = FindOp(name);
  if (op == nullptr) Raise(UnknownOpError(name));
  return static_cast<size_t>(op - OpTable().data());
}

/// (inputs, [(attribute, required)]): the names that a call by name needs.
nb::tuple ArgumentNames(size_t handle) {
  const Op& op = OpAt(handle);
  nb::list inputs, attrs;
  for (const ArgDef& arg : op.inputs) inputs.append(arg.name);
  for (const AttrDef& attr : op.attrs) {
    if (attr.kind != AttrKind::kType) attrs.append(nb::make_tuple(attr.name, attr.default_value.empty()));
  }
  return nb::make_tuple(inputs, attrs);
}

}  // namespace
}  // namespace voxgrad::python

NB_MODULE(_core, m) {
  using namespace voxgrad;
  python::InitNumpy();
  m.attr("__version__") = Version();
  m.def("find_op", &python::FindHandle, nb::arg("name"), "The handle of an op.");
  m.def("argument_names", &python::ArgumentNames, nb::arg("op"));
  m.def("invoke", &python::Invoke, nb::arg("op"), nb::arg("inputs"), nb::arg("attrs"), nb::arg("name").none(),
        nb::arg("out") = nb::none(), "Runs an op on inputs and attributes in the order of its definition.");
  m.def("set_num_threads", &SetNumThreads, nb::arg("threads"));
  m.def("get_num_threads", &GetNumThreads);
}
