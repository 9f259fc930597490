// The module behind the Python face: finding an op, calling it, and the settings.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "array.h"
#include "attribute_in.h"
#include "errors.h"
#include "gil.h"
#include "graph.h"
#include "inputs.h"
#include "ops/table/arguments.h"
#include "ops/table/invoke.h"
#include "page.h"
#include "results.h"
#include "run_arrays.h"
#include "voxgrad/threads.h"
#include "voxgrad/version.h"

namespace nb = nanobind;

namespace voxgrad::python {
namespace {

using Arrays = absl::InlinedVector<ArrayIn, 4>;

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
  *result = CopyOf(*result);
}

const Op& OpAt(size_t handle) { return OpTable().at(handle); }

nb::object Invoke(size_t handle, nb::handle inputs, nb::handle attrs, nb::handle name, nb::handle out) {
  const Op& op = OpAt(handle);
  const std::string node = name.is_none() ? std::string() : Text(name);
  const OpCall call(op, node, {});
  if (GraphBuilder* graph = CurrentGraph(); graph != nullptr) {
    if (!out.is_none()) Raise(call.Unimplemented("out", "is for calls outside a graph."));
    return graph->Call(call, inputs, attrs);
  }
  AttrSlots slots(op.attrs.size());
  Inputs read = ReadInputs(call, inputs, &slots, ReadArrayLater);
  ReadAttributes(call, attrs, &slots);
  FinishInputs(call, slots, &read);
  const Arrays arrays = std::move(read.arrays);
  absl::InlinedVector<Tensor, 4> tensors;
  for (const ArrayIn& array : arrays) tensors.push_back(array.tensor);
  InvokeOptions options;
  options.node = node;
  Exec exec({.poll = SignalRaised});
  options.exec = &exec;
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
    const WithoutGil no_gil;
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
  if (op.outputs.empty()) return nb::none();
  const ArrayIn* like = Prototype(arrays);
  return FormResults(op, results.size(), [&](size_t i) { return WriteArray(results[i], like); });
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
  python::BindGraph(m);
}
