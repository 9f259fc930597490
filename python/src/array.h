// Arrays of Python libraries as tensors, both ways.
#ifndef VOXGRAD_PYTHON_ARRAY_H_
#define VOXGRAD_PYTHON_ARRAY_H_

#include <nanobind/nanobind.h>

#include <cstdint>

#include "ops/table/context.h"
#include "voxgrad/tensor.h"

namespace voxgrad::python {

/// An argument that was turned into a tensor.
struct ArrayIn {
  Tensor tensor;           // borrows the memory of `owner`
  nanobind::object owner;  // keeps that memory alive
  nanobind::handle given;  // the argument as it came
  bool is_numpy = true;    // else it spoke DLPack
  bool soft = false;       // a list or a number: its type is ours to choose
  bool symbolic = false;   // a tensor of a graph: only its type is known
  bool waits = false;      // only type and shape are read: FinishReading copies the elements
};

/// Must be called once when the module is loaded.
void InitNumpy();

/// Reads an array (without a copy where it is contiguous and of native byte order), a list or a number.
ArrayIn ReadArray(const OpCall& call, const std::string& argument, nanobind::handle object);

/// The same, but a large array that would have to be copied waits: a broadcast view of 2^31 elements is
/// nothing but a number, and its shape may be refused.
ArrayIn ReadArrayLater(const OpCall& call, const std::string& argument, nanobind::handle object);
void FinishReading(const OpCall& call, const std::string& argument, ArrayIn* array);

/// Changes the type of an array that was read, by NumPy's casting ("same_kind" unless `integers` are narrowed
/// after their values were found to fit).
void CastTo(const OpCall& call, const std::string& argument, DataType type, ArrayIn* array);

/// A tensor as an array of the same library as `like`; NumPy where `like` is empty or a NumPy array.
nanobind::object WriteArray(const Tensor& tensor, const ArrayIn* like);

/// Memory of an array to write into, with its strides in bytes.
struct ArrayOut {
  Tensor tensor;  // borrows the memory; only its type and shape are right where `strides` is not dense
  Ints strides;
  bool contiguous = true;
  nanobind::object owner;
};
ArrayOut OpenForWriting(const OpCall& call, nanobind::handle object);

/// Copies a dense tensor into strided memory of the same shape and type, which may overlap it.
void CopyInto(const Tensor& result, const ArrayOut& to);

}  // namespace voxgrad::python

#endif  // VOXGRAD_PYTHON_ARRAY_H_
