#include "run_arrays.h"

#include <cstring>

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

}  // namespace

ArrayIn ReadFeed(const Endpoint& output, nb::handle value) {
  const NodeBody& body = output.node->body();
  const OpCall call(*body.op, body.name, {});
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
  RaiseUnlessOk(Tensor::Allocate(tensor.dtype(), tensor.shape(), &copy));
  if (tensor.TotalBytes() > 0) std::memcpy(copy.data(), tensor.data(), tensor.TotalBytes());
  return copy;
}

nb::object FetchedArray(Tensor tensor, const ArrayIn* like) {
  if (tensor.dtype() == DT_STRING) return StringArray(tensor);
  // Constants, variables and feeds are copied: who writes to the array must not change them.
  if (tensor.memory() == nullptr || !tensor.RefCountIsOne()) tensor = CopyOf(tensor);
  return WriteArray(tensor, like);
}

}  // namespace voxgrad::python
