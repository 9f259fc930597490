// NumPy arrays, by NumPy's own C interface: bfloat16, read-only and byte-swapped arrays do not speak DLPack.
#ifndef VOXGRAD_PYTHON_NUMPY_ARRAY_H_
#define VOXGRAD_PYTHON_NUMPY_ARRAY_H_

#include <nanobind/nanobind.h>

#include <string>

#include "voxgrad/tensor.h"

namespace voxgrad::python {

void ImportNumpy();

bool IsNumpy(nanobind::handle object);

/// numpy.asarray(object). Throws what NumPy raises.
nanobind::object AsNumpy(nanobind::handle object);

/// The array's element type; DT_INVALID for those without a counterpart.
DataType NumpyType(nanobind::handle array);
/// Its name, for sentences: "complex128".
std::string NumpyTypeName(nanobind::handle array);

/// Whether arrays can have elements of that type.
bool HasNumpyType(DataType type);

/// Whether the next returns the array itself.
bool IsContiguous(nanobind::handle array);

/// The array itself, or a contiguous copy of native byte order. Throws what NumPy raises.
nanobind::object Contiguous(nanobind::handle array);

/// numpy.ndarray.astype(type, casting="unsafe"), for a type that arrays can have.
nanobind::object AsType(nanobind::handle array, DataType type);

/// A tensor that borrows the memory of a contiguous array.
Tensor Borrow(nanobind::handle array, DataType type);

struct StridedMemory {
  void* data = nullptr;
  Ints shape, strides;  // in bytes
  bool writeable = false;
  bool native = true;
};
StridedMemory Memory(nanobind::handle array);

/// A new array that shares the tensor's memory.
nanobind::object NewNumpy(const Tensor& tensor);

/// A Python object that keeps the tensor's memory alive.
nanobind::object Keeper(const Tensor& tensor);

}  // namespace voxgrad::python

#endif  // VOXGRAD_PYTHON_NUMPY_ARRAY_H_
