#include "attribute_in.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "array.h"
#include "errors.h"
#include "run_arrays.h"

namespace nb = nanobind;

namespace voxgrad::python {
namespace {

[[noreturn]] void RaiseKind(const OpCall& call, const AttrDef& attr, nb::handle object, const char* wanted) {
  Raise(
      call.WrongType(attr.name, absl::StrCat("is ", Text(nb::repr(object)), ", but must be ", wanted, ".")));
}

int64_t ReadInt(const OpCall& call, const AttrDef& attr, nb::handle object, const char* wanted) {
  nb::object integer = nb::steal(PyNumber_Index(object.ptr()));
  if (!integer.is_valid()) {
    PyErr_Clear();
    RaiseKind(call, attr, object, wanted);
  }
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
  if (overflow != 0) Raise(OutOfInt32Error(call, attr.name, Text(integer)));
  return value;
}

float ReadFloat(const OpCall& call, const AttrDef& attr, nb::handle object, const char* wanted) {
  const double value = PyFloat_AsDouble(object.ptr());
  if (value == -1.0 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    RaiseKind(call, attr, object, wanted);
  }
  return static_cast<float>(value);
}

/// The entries of a list, tuple, array or any other sequence, each by `read`.
template <class T, class F>
std::vector<T> ReadList(const OpCall& call, const AttrDef& attr, nb::handle object, const char* wanted,
                        F read) {
  PyObject* o = object.ptr();
  if (PyUnicode_Check(o) || PyBytes_Check(o) || PyDict_Check(o) || PyType_Check(o))
    RaiseKind(call, attr, object, wanted);
  nb::object list;
  if (PyList_Check(o) || PyTuple_Check(o)) {
    list = nb::borrow(object);
  } else {
    nb::object plain = nb::hasattr(object, "tolist") ? object.attr("tolist")() : nb::borrow(object);
    list = nb::steal(PySequence_Fast(plain.ptr(), ""));
    if (!list.is_valid()) {
      PyErr_Clear();
      RaiseKind(call, attr, object, wanted);
    }
  }
  const Py_ssize_t count = PySequence_Fast_GET_SIZE(list.ptr());
  std::vector<T> values(static_cast<size_t>(count));
  for (Py_ssize_t i = 0; i < count; ++i) {
    values[static_cast<size_t>(i)] = read(call, attr, PySequence_Fast_GET_ITEM(list.ptr(), i), wanted);
  }
  return values;
}

std::string ReadText(const OpCall& call, const AttrDef& attr, nb::handle object) {
  PyObject* o = object.ptr();
  if (PyBytes_Check(o)) return std::string(PyBytes_AS_STRING(o), static_cast<size_t>(PyBytes_GET_SIZE(o)));
  Py_ssize_t size = 0;
  const char* text = PyUnicode_Check(o) ? PyUnicode_AsUTF8AndSize(o, &size) : nullptr;
  if (text == nullptr) {
    PyErr_Clear();
    RaiseKind(call, attr, object, "a string");
  }
  return std::string(text, static_cast<size_t>(size));
}

/// A type by any of its names: "float32", "half", numpy.float32, a NumPy, torch or TensorFlow dtype.
DataType ReadType(const OpCall& call, const AttrDef& attr, nb::handle object) {
  std::string name;
  if (PyUnicode_Check(object.ptr())) {
    name = Text(object);
  } else if (nb::hasattr(object, "name") && PyUnicode_Check(object.attr("name").ptr())) {
    name = Text(object.attr("name"));
  } else if (Text(object).rfind("torch.", 0) == 0) {
    name = Text(object).substr(6);
  } else {
    try {
      name = Text(nb::module_::import_("numpy").attr("dtype")(object).attr("name"));
    } catch (nb::python_error&) {
      RaiseKind(call, attr, object, "a type such as numpy.float32");
    }
  }
  const DataType type = DataTypeFromString(name);
  if (type == DT_INVALID) RaiseKind(call, attr, object, "a type such as numpy.float32");
  return type;
}

/// Sizes, None or -1 where one is not known; objects such as tf.TensorShape say them by `as_list`.
PartialTensorShape ReadShape(const OpCall& call, const AttrDef& attr, nb::handle object) {
  constexpr char kWanted[] = "a list of sizes";
  if (PyType_Check(object.ptr())) RaiseKind(call, attr, object, kWanted);
  nb::object sizes = nb::borrow(object);
  if (nb::hasattr(object, "rank") && object.attr("rank").is_none()) return PartialTensorShape();
  if (nb::hasattr(object, "as_list")) sizes = object.attr("as_list")();
  nb::object list = nb::steal(PySequence_Fast(sizes.ptr(), ""));
  if (!list.is_valid() || PyUnicode_Check(object.ptr())) {
    PyErr_Clear();
    RaiseKind(call, attr, object, kWanted);
  }
  Ints dims;
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(list.ptr()); ++i) {
    const nb::handle size = PySequence_Fast_GET_ITEM(list.ptr(), i);
    dims.push_back(size.is_none() ? -1 : ReadInt(call, attr, size, kWanted));
  }
  PartialTensorShape shape;
  if (absl::Status status = PartialTensorShape::BuildPartialTensorShape(dims, &shape); !status.ok())
    Raise(call.Invalid(attr.name, absl::StrCat(status.message(), ".")));
  return shape;
}

/// An array, which the attribute then holds a copy of. Of plain numbers come float or int32.
Tensor ReadTensor(const OpCall& call, const AttrDef& attr, nb::handle object) {
  ArrayIn array = ReadArray(call, attr.name, object);
  if (array.soft && array.tensor.dtype() == DT_DOUBLE) CastTo(call, attr.name, DT_FLOAT, &array);
  if (array.soft && array.tensor.dtype() == DT_INT64) CastTo(call, attr.name, DT_INT32, &array);
  return CopyOf(array.tensor);
}

}  // namespace

Attribute ReadAttribute(const OpCall& call, const AttrDef& attr, nb::handle object) {
  if (object.is_none() && attr.kind == AttrKind::kShape) return PartialTensorShape();
  if (object.is_none()) return {};
  switch (attr.kind) {
    case AttrKind::kType:
      return ReadType(call, attr, object);
    case AttrKind::kShape:
      return ReadShape(call, attr, object);
    case AttrKind::kTensor:
      return ReadTensor(call, attr, object);
    case AttrKind::kInts:
      return ReadList<int64_t>(call, attr, object, "a list of integers", ReadInt);
    case AttrKind::kFloats:
      return ReadList<float>(call, attr, object, "a list of numbers", ReadFloat);
    case AttrKind::kInt:
      return ReadInt(call, attr, object, "an integer");
    case AttrKind::kString:
      return ReadText(call, attr, object);
    case AttrKind::kBool: {
      const int truth =
          PyBool_Check(object.ptr()) || PyLong_Check(object.ptr()) ? PyObject_IsTrue(object.ptr()) : -1;
      if (truth < 0) RaiseKind(call, attr, object, "True or False");
      return truth == 1;
    }
    case AttrKind::kFloat:
      return ReadFloat(call, attr, object, "a number");
    default:
      RaiseKind(call, attr, object, "left to the op: this kind of attribute has no Python form");
  }
}

void ReadAttributes(const OpCall& call, nb::handle attrs, AttrSlots* slots) {
  const auto& defs = call.op().attrs;
  Py_ssize_t next = 0;
  for (size_t i = 0; i < defs.size(); ++i) {
    if (FollowsFromInputs(call.op(), defs[i].name)) continue;
    (*slots)[i] = ReadAttribute(call, defs[i], PyTuple_GET_ITEM(attrs.ptr(), next++));
  }
}

}  // namespace voxgrad::python
