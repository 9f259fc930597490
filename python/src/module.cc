// The module behind the Python face: finding an op, calling it, and the settings.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "array.h"
#include "attribute_in.h"
#include "errors.h"
#include "inputs.h"
#include "ops/table/arguments.h"
#include "ops/table/invoke.h"
#include "page.h"
#include "voxgrad/threads.h"
#include "voxgrad/version.h"

namespace nb = nanobind;

namespace voxgrad::python {
namespace {

using Arrays = absl::InlinedVector<ArrayIn, 4>;

/// The attributes that a caller gives, in the order of the definition.
void ReadAttributes(const OpCall& call, nb::handle attrs, AttrSlots* slots) {
  const auto& defs = call.op().attrs;
  Py_ssize_t next = 0;
  for (size_t i = 0; i < defs.size(); ++i) {
    if (FollowsFromInputs(call.op(), defs[i].name)) continue;
    (*slots)[i] = ReadAttribute(call, defs[i], PyTuple_GET_ITEM(attrs.ptr(), next++));
  }
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

/// A result that is a view of an input becomes a copy: an array that comes back is the caller's alone.
void Detach(const Arrays& arrays, Tensor* result) {
  if (result->NumElements() == 0) return;
  if (std::none_of(arrays.begin(), arrays.end(),
                   [&](const ArrayIn& in) { return Overlap(in.tensor, *result); }))
    return;
  Tensor copy;
  RaiseUnlessOk(Tensor::Allocate(result->dtype(), result->shape(), &copy));
  std::memcpy(copy.data(), result->data(), result->TotalBytes());
  *result = copy;
}

/// The class of a call's results, made once for each op: a tuple whose entries have the outputs' names.
nb::object ResultClass(const Op& op) {
  static auto* classes = new std::map<const Op*, nb::object>();  // never destroyed: Python may end before it
  nb::object& made = (*classes)[&op];
  if (!made.is_valid()) {
    nb::list names;
    for (const ArgDef& output : op.outputs) names.append(output.name);
    made = nb::module_::import_("collections").attr("namedtuple")(op.name, names);
  }
  return made;
}

/// Nothing, one array, a list of them, or a named tuple of these, as tf.raw_ops hands them out.
nb::object WriteResults(const Op& op, absl::Span<const Tensor> results, const ArrayIn* like) {
  if (op.outputs.empty()) return nb::none();
  nb::list all;
  size_t next = 0;
  for (const ArgDef& output : op.outputs) {
    if (!output.is_list()) {
      all.append(WriteArray(results[next++], like));
      continue;
    }
    nb::list list;
    const size_t end = results.size() - (op.outputs.size() - 1 - nb::len(all));  // one list at most
    while (next < end) list.append(WriteArray(results[next++], like));
    all.append(list);
  }
  if (op.outputs.size() == 1) return all[0];
  return ResultClass(op)(*all);
}

const Op& OpAt(size_t handle) { return OpTable().at(handle); }

nb::object Invoke(size_t handle, nb::handle inputs, nb::handle attrs, nb::handle name, nb::handle out) {
  const Op& op = OpAt(handle);
  const std::string node = name.is_none() ? std::string() : Text(name);
  const OpCall call(op, node, {});
  AttrSlots slots(op.attrs.size());
  const Arrays arrays = ReadInputs(call, inputs, &slots).arrays;
  absl::InlinedVector<Tensor, 4> tensors;
  for (const ArrayIn& array : arrays) tensors.push_back(array.tensor);
  ReadAttributes(call, attrs, &slots);
  InvokeOptions options;
  options.node = node;
  options.poll = SignalRaised;
  ArrayOut target;
  const bool given_out = !out.is_none();
  if (given_out && (op.outputs.size() != 1 || op.outputs[0].is_list()))
    Raise(call.Unimplemented("out", "is for ops with one result."));
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
  for (Tensor& result : results) Detach(arrays, &result);
  return WriteResults(op, results, Prototype(arrays));
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
  const auto python_name = [](const auto& def) { return def.cpp_name.empty() ? def.name : def.cpp_name; };
  for (const ArgDef& arg : op.inputs) inputs.append(python_name(arg));
  for (const AttrDef& attr : op.attrs) {
    if (!FollowsFromInputs(op, attr.name))
      attrs.append(nb::make_tuple(python_name(attr), attr.default_value.empty()));
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
  python::BindPage(m);
}
