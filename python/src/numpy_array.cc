#include "numpy_array.h"

#include "errors.h"
#include "gil.h"

#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_1_25_API_VERSION
#include <numpy/arrayobject.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>

namespace nb = nanobind;

namespace voxgrad::python {
namespace {

PyArrayObject* Array(nb::handle object) { return reinterpret_cast<PyArrayObject*>(object.ptr()); }

nb::object Steal(PyObject* object) {
  if (object == nullptr) throw nb::python_error();
  return nb::steal(object);
}

// ml_dtypes' bfloat16: a type that NumPy learns at run time. Its description is kept from the first array of
// it.
PyArray_Descr* bfloat16_descr = nullptr;

bool IsBfloat16(PyArray_Descr* descr) {
  if (bfloat16_descr != nullptr && descr->type_num == bfloat16_descr->type_num) return true;
  if (descr->type_num < NPY_USERDEF || PyDataType_ELSIZE(descr) != 2) return false;
  const char* name = std::strrchr(descr->typeobj->tp_name, '.');
  if (std::strcmp(name != nullptr ? name + 1 : descr->typeobj->tp_name, "bfloat16") != 0) return false;
  bfloat16_descr = PyArray_DescrNewByteorder(descr, NPY_NATIVE);
  return bfloat16_descr != nullptr;
}

PyArray_Descr* Bfloat16Descr() {
  if (bfloat16_descr == nullptr) {
    nb::object type = nb::module_::import_("ml_dtypes").attr("bfloat16");
    PyArray_DescrConverter(type.ptr(), &bfloat16_descr);
    if (bfloat16_descr == nullptr) throw nb::python_error();
  }
  return bfloat16_descr;
}

struct Row {
  DataType type;
  int numpy;
};
constexpr Row kRows[] = {{DT_FLOAT, NPY_FLOAT32},  {DT_DOUBLE, NPY_FLOAT64},  {DT_HALF, NPY_FLOAT16},
                         {DT_INT8, NPY_INT8},      {DT_INT16, NPY_INT16},     {DT_INT32, NPY_INT32},
                         {DT_INT64, NPY_INT64},    {DT_UINT8, NPY_UINT8},     {DT_UINT16, NPY_UINT16},
                         {DT_UINT32, NPY_UINT32},  {DT_UINT64, NPY_UINT64},   {DT_BOOL, NPY_BOOL},
                         {DT_INT64, NPY_LONGLONG}, {DT_UINT64, NPY_ULONGLONG}};

/// A new reference to NumPy's description of a type.
PyArray_Descr* DescrOf(DataType type) {
  if (type == DT_BFLOAT16) {
    PyArray_Descr* descr = Bfloat16Descr();
    Py_INCREF(descr);
    return descr;
  }
  for (const Row& row : kRows) {
    if (row.type == type) return PyArray_DescrFromType(row.numpy);
  }
  return PyArray_DescrFromType(NPY_VOID);
}

}  // namespace

void ImportNumpy() {
  if (PyArray_ImportNumPyAPI() < 0) throw nb::python_error();
}

bool IsNumpy(nb::handle object) { return PyArray_Check(object.ptr()); }

nb::object AsNumpy(nb::handle object) {
  return Steal(OrStay([&] { return PyArray_FromAny(object.ptr(), nullptr, 0, 0, 0, nullptr); }));
}

DataType NumpyType(nb::handle array) {
  PyArray_Descr* descr = PyArray_DESCR(Array(array));
  for (const Row& row : kRows) {
    if (row.numpy == descr->type_num) return row.type;
  }
  return IsBfloat16(descr) ? DT_BFLOAT16 : DT_INVALID;
}

std::string NumpyTypeName(nb::handle array) { return Text(array.attr("dtype")); }

bool HasNumpyType(DataType type) {
  const auto is_row = [&](const Row& row) { return row.type == type; };
  return type == DT_BFLOAT16 || std::any_of(std::begin(kRows), std::end(kRows), is_row);
}

bool IsContiguous(nb::handle array) { return PyArray_ISCARRAY_RO(Array(array)); }

nb::object Contiguous(nb::handle array) {
  PyArrayObject* given = Array(array);
  if (IsContiguous(array)) return nb::borrow(array);
  PyArray_Descr* native = PyArray_DescrNewByteorder(PyArray_DESCR(given), NPY_NATIVE);
  if (native == nullptr) throw nb::python_error();
  return Steal(
      OrStay([&] { return PyArray_FromArray(given, native, NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED); }));
}

nb::object AsType(nb::handle array, DataType type) {
  return Steal(OrStay([&] { return PyArray_CastToType(Array(array), DescrOf(type), 0); }));
}

Tensor Borrow(nb::handle array, DataType type) {
  PyArrayObject* given = Array(array);
  TensorShape shape(absl::MakeConstSpan(reinterpret_cast<const int64_t*>(PyArray_DIMS(given)),
                                        static_cast<size_t>(PyArray_NDIM(given))));
  return Tensor(type, shape, Buffer::Borrow(PyArray_DATA(given), static_cast<size_t>(PyArray_NBYTES(given))));
}

StridedMemory Memory(nb::handle array) {
  PyArrayObject* given = Array(array);
  const int rank = PyArray_NDIM(given);
  StridedMemory memory;
  memory.data = PyArray_DATA(given);
  memory.shape.assign(PyArray_DIMS(given), PyArray_DIMS(given) + rank);
  memory.strides.assign(PyArray_STRIDES(given), PyArray_STRIDES(given) + rank);
  memory.writeable = PyArray_ISWRITEABLE(given);
  memory.native = PyArray_ISNOTSWAPPED(given);
  return memory;
}

nb::object Keeper(const Tensor& tensor) {
  BufferRef share = tensor.buffer() != nullptr ? tensor.buffer() : Buffer::Borrow(nullptr, 0);
  return nb::capsule(share.release(),
                     [](void* held) noexcept { BufferRef::Adopt(static_cast<Buffer*>(held)); });
}

nb::object NewNumpy(const Tensor& tensor) {
  nb::object keeper = Keeper(tensor);
  static_assert(sizeof(npy_intp) == sizeof(int64_t));
  const auto* dims = reinterpret_cast<const npy_intp*>(tensor.shape().dim_sizes().data());
  nb::object array = Steal(PyArray_NewFromDescr(&PyArray_Type, DescrOf(tensor.dtype()), tensor.dims(), dims,
                                                nullptr, tensor.data(), NPY_ARRAY_CARRAY, nullptr));
  if (PyArray_SetBaseObject(Array(array), keeper.release().ptr()) < 0) throw nb::python_error();
  return array;
}

}  // namespace voxgrad::python
