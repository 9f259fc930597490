#include "run_arrays.h"

#include "absl/strings/str_cat.h"
#include "core/own_copy.h"
#include "errors.h"
#include "graph/node.h"

namespace nb = nanobind;

namespace voxgrad::python {
namespace {

/// Strings are an array of objects, as NumPy has no better type for them.
nb::object StringArray(const Tensor& tensor) {
  nb::list values, shape;
  for (const tstring& text : tensor.values<tstring>()) values.append(nb::bytes(text.data(), text.size()));
  for (int64_t size : tensor.shape().dim_sizes()) shape.append(size);
  return nb::module_::import_("numpy").attr("array")(values, "object").attr("reshape")(shape);
}

/// One text: str, as UTF-8, or bytes.
tstring ReadString(const OpCall& call, nb::handle text) {
  if (PyBytes_Check(text.ptr()))
    return tstring(PyBytes_AS_STRING(text.ptr()), static_cast<size_t>(PyBytes_GET_SIZE(text.ptr())));
  Py_ssize_t size = 0;
  const char* utf8 = PyUnicode_Check(text.ptr()) ? PyUnicode_AsUTF8AndSize(text.ptr(), &size) : nullptr;
  if (utf8 == nullptr) {
    PyErr_Clear();
    Raise(call.WrongType("feed", absl::StrCat("holds ", Text(nb::repr(text)),
                                              ", but the graph has strings there: str or bytes.")));
  }
  return tstring(utf8, static_cast<size_t>(size));
}

/// Texts, alone, in lists and in arrays of any kind.
ArrayIn ReadStrings(const OpCall& call, nb::handle value) {
  const nb::object array = nb::module_::import_("numpy").attr("asarray")(value, "object");
  Ints sizes;
  for (nb::handle size : array.attr("shape")) sizes.push_back(nb::cast<int64_t>(size));
  ArrayIn result;
  result.given = value;
  RaiseUnlessOk(Tensor::Allocate(DT_STRING, TensorShape(sizes), &result.tensor));
  auto to = result.tensor.mutable_values<tstring>().begin();
  for (nb::handle text : array.attr("ravel")().attr("tolist")()) *to++ = ReadString(call, text);
  return result;
}

}  // namespace

ArrayIn ReadFeed(const Endpoint& output, nb::handle value) {
  const NodeBody& body = output.node->body();
  const OpCall call(*body.op, body.name, {});
  if (BaseType(InfoOf(output).dtype) == DT_STRING) return ReadStrings(call, value);
  ArrayIn array = ReadArray(call, "feed", value);
  if (array.soft) CastTo(call, "feed", BaseType(InfoOf(output).dtype), &array);
  return array;
}

const ArrayIn* Prototype(absl::Span<const ArrayIn> arrays) {
  for (const ArrayIn& array : arrays) {
    if (!array.is_numpy) return &array;
  }
  return nullptr;
}

Tensor CopyOf(const Tensor& tensor) {
  Tensor copy;
  RaiseUnlessOk(CopyTensor(tensor, &copy));
  return copy;
}

nb::object FetchedArray(Tensor tensor, const ArrayIn* like) {
  if (tensor.dtype() == DT_STRING) return StringArray(tensor);
  if (tensor.buffer() == nullptr) tensor = CopyOf(tensor);  // arrays have memory even without elements
  return WriteArray(tensor, like);
}

}  // namespace voxgrad::python
