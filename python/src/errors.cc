#include "errors.h"

#include <string>

#include "gil.h"
#include "voxgrad/error.h"

namespace nb = nanobind;

namespace voxgrad::python {
namespace {

PyObject* ExceptionType(const absl::Status& status) {
  if (IsTypeError(status)) return PyExc_TypeError;
  switch (status.code()) {
    case absl::StatusCode::kUnimplemented:
      return PyExc_NotImplementedError;
    case absl::StatusCode::kResourceExhausted:
      return PyExc_MemoryError;
    case absl::StatusCode::kCancelled:
      return PyExc_KeyboardInterrupt;
    default:
      return PyExc_ValueError;
  }
}

/// A sentence may quote bytes that are no UTF-8.
nb::object PythonText(const std::string& text) {
  return nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

/// The text, or None for an empty one.
nb::object OrNone(const std::string& text) {
  return text.empty() ? nb::object(nb::none()) : PythonText(text);
}

}  // namespace

std::string Text(nb::handle object) {
  nb::object text = nb::steal(PyObject_Str(object.ptr()));
  Py_ssize_t size = 0;
  const char* data = text.is_valid() ? PyUnicode_AsUTF8AndSize(text.ptr(), &size) : nullptr;
  if (data != nullptr) return std::string(data, static_cast<size_t>(size));
  PyErr_Clear();
  return Py_TYPE(object.ptr())->tp_name;
}

bool SignalRaised() {
  const WithGil gil;
  return PyErr_CheckSignals() != 0;
}

void Raise(const absl::Status& status) {
  // The poll that interrupted the call has set the exception of the signal handler.
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  nb::object type = nb::borrow(ExceptionType(status));
  nb::object error = type(PythonText(std::string(status.message())));
  error.attr("op") = OrNone(ErrorOp(status));
  error.attr("argument") = OrNone(ErrorArgument(status));
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

}  // namespace voxgrad::python
