#include "array.h"

#include <nanobind/ndarray.h>

#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/bools.h"
#include "core/error.h"
#include "core/memory.h"
#include "errors.h"
#include "numpy_array.h"
#include "run_arrays.h"
#include "strided.h"

namespace nb = nanobind;

namespace voxgrad::python {
namespace {

struct DlpackRow {
  DataType type;
  nb::dlpack::dtype_code code;
  uint8_t bits;
};
constexpr DlpackRow kDlpackTypes[] = {
    {DT_FLOAT, nb::dlpack::dtype_code::Float, 32}, {DT_DOUBLE, nb::dlpack::dtype_code::Float, 64},
    {DT_HALF, nb::dlpack::dtype_code::Float, 16},  {DT_BFLOAT16, nb::dlpack::dtype_code::Bfloat, 16},
    {DT_INT8, nb::dlpack::dtype_code::Int, 8},     {DT_INT16, nb::dlpack::dtype_code::Int, 16},
    {DT_INT32, nb::dlpack::dtype_code::Int, 32},   {DT_INT64, nb::dlpack::dtype_code::Int, 64},
    {DT_UINT8, nb::dlpack::dtype_code::UInt, 8},   {DT_UINT16, nb::dlpack::dtype_code::UInt, 16},
    {DT_UINT32, nb::dlpack::dtype_code::UInt, 32}, {DT_UINT64, nb::dlpack::dtype_code::UInt, 64},
    {DT_BOOL, nb::dlpack::dtype_code::Bool, 8},
};

DataType FromDlpack(nb::dlpack::dtype dtype) {
  for (const DlpackRow& row : kDlpackTypes) {
    if (static_cast<uint8_t>(row.code) == dtype.code && row.bits == dtype.bits && dtype.lanes == 1)
      return row.type;
  }
  return DT_INVALID;
}

nb::dlpack::dtype ToDlpack(DataType type) {
  for (const DlpackRow& row : kDlpackTypes) {
    if (row.type == type) return {static_cast<uint8_t>(row.code), row.bits, 1};
  }
  return {};
}

/// "torch.Tensor": how the argument's kind is called.
std::string TypeName(nb::handle object) {
  nb::handle type = object.type();
  return absl::StrCat(Text(type.attr("__module__")), ".", Text(type.attr("__qualname__")));
}

/// Builtin containers and numbers have no element type of their own.
bool IsSoft(nb::handle object) {
  PyObject* o = object.ptr();
  return PyList_Check(o) || PyTuple_Check(o) || PyFloat_CheckExact(o) || PyLong_Check(o);
}

/// The library that an array's type belongs to: "torch", "jaxlib._jax".
bool IsFrom(const char* library, nb::handle object) {
  return Text(object.type().attr("__module__")).rfind(library, 0) == 0;
}

bool RequiresGrad(nb::handle object) {
  nb::object flag = nb::getattr(object, "requires_grad", nb::none());
  return flag.ptr() == Py_True;
}

/// torch may hold the negative of a tensor, by a flag that DLPack does not carry.
bool IsNegated(nb::handle object) {
  return IsFrom("torch", object) && nb::hasattr(object, "is_neg") && object.attr("is_neg")().ptr() == Py_True;
}

/// The library's array as memory with strides, on the CPU, without a copy.
template <class Array>
Array ImportDlpack(const OpCall& call, const std::string& argument, nb::handle object) {
  if (RequiresGrad(object)) {
    Raise(call.Invalid(argument,
                       "is a tensor that requires grad, which this op does not record; give it as "
                       "tensor.detach()."));
  }
  if (IsNegated(object)) {
    Raise(call.Invalid(argument,
                       "is a tensor whose negation is still to be done; give it as "
                       "tensor.resolve_neg()."));
  }
  Array array;
  if (!nb::try_cast<Array>(object, array, /*convert=*/false)) {
    PyErr_Clear();
    Raise(call.Invalid(argument,
                       absl::StrCat("is a ", TypeName(object),
                                    " whose memory cannot be read here; it must be a dense array on the "
                                    "CPU.")));
  }
  if (array.device_type() != nb::device::cpu::value) {
    Raise(call.Invalid(argument,
                       absl::StrCat("is a ", TypeName(object), " on another device; move it to the CPU.")));
  }
  return array;
}

template <class Array>
StridedMemory MemoryOf(const Array& array, int64_t item) {
  StridedMemory memory;
  memory.data = const_cast<void*>(static_cast<const void*>(array.data()));
  memory.writeable = true;
  for (size_t d = 0; d < array.ndim(); ++d) {
    memory.shape.push_back(static_cast<int64_t>(array.shape(d)));
    memory.strides.push_back(array.stride(d) * item);
  }
  return memory;
}

/// A tensor of an array's memory, which whoever reads the array keeps alive.
Tensor Borrowed(DataType type, const TensorShape& shape, void* data) {
  return Tensor(type, shape,
                Buffer::Borrow(data, static_cast<size_t>(shape.num_elements() * DataTypeSize(type))));
}

TensorShape CheckedShape(const OpCall& call, const std::string& argument, const Ints& dims) {
  TensorShape shape;
  if (absl::Status status = TensorShape::BuildTensorShape(dims, &shape); !status.ok()) {
    Raise(call.Invalid(argument, absl::StrCat(status.message(), ".")));
  }
  return shape;
}

/// Whether to put a copy off. One that no memory has room for is refused in any case.
bool Waits(const OpCall& call, const std::string& argument, DataType type, const TensorShape& shape,
           bool may_wait, ArrayIn* array) {
  constexpr int64_t kLarge = int64_t{1} << 20;
  int64_t bytes = 0;
  const bool fits = !__builtin_mul_overflow(shape.num_elements(), DataTypeSize(type), &bytes);
  if (may_wait && (!fits || bytes >= kLarge)) {
    array->waits = true;
    array->tensor = Tensor(type, shape, nullptr);
    return true;
  }
  if (fits && static_cast<uint64_t>(bytes) <= PhysicalMemory()) return false;
  Raise(MakeError(
      absl::StatusCode::kResourceExhausted, {call.op().name, std::string(call.node()), argument},
      absl::StrCat(argument, " is ", shape.DebugString(), ", more than there is memory for a copy of.")));
}

ArrayIn ReadDlpack(const OpCall& call, const std::string& argument, nb::handle object, bool may_wait) {
  using Input = nb::ndarray<nb::ro>;
  ArrayIn result;
  result.given = object;
  result.is_numpy = false;
  const Input array = ImportDlpack<Input>(call, argument, object);
  const DataType type = FromDlpack(array.dtype());
  if (type == DT_INVALID) {
    Raise(call.WrongType(argument,
                         absl::StrCat("is ", Text(object.attr("dtype")), ", a type that no op takes.")));
  }
  const int64_t item = DataTypeSize(type);
  const StridedMemory memory = MemoryOf(array, item);
  const TensorShape shape = CheckedShape(call, argument, memory.shape);
  if (IsDense(memory.shape, memory.strides, item)) {
    result.tensor = Borrowed(type, shape, memory.data);
    result.owner = nb::cast(array, nb::rv_policy::reference);
    return result;
  }
  if (Waits(call, argument, type, shape, may_wait, &result)) return result;
  RaiseUnlessOk(Tensor::Allocate(type, shape, &result.tensor));
  CopyStrided(memory.shape, item, static_cast<const char*>(memory.data), memory.strides,
              static_cast<char*>(result.tensor.data()), DenseStrides(memory.shape, item));
  return result;
}

bool HoldsIntegers(DataType type) {
  return type == DT_INT8 || type == DT_INT16 || type == DT_INT32 || type == DT_INT64 || type == DT_UINT8 ||
         type == DT_UINT16 || type == DT_UINT32 || type == DT_UINT64 || type == DT_BOOL;
}

template <class T>
void CheckFitsInt32(const OpCall& call, const std::string& argument, const Tensor& tensor) {
  for (T value : tensor.values<T>()) {
    if (value > static_cast<T>(std::numeric_limits<int32_t>::max()) ||
        (std::is_signed_v<T> && static_cast<int64_t>(value) < std::numeric_limits<int32_t>::min())) {
      Raise(call.Invalid(argument, absl::StrCat("holds ", value, ", outside the range of int32.")));
    }
  }
}

/// The argument's memory as it is.
ArrayIn ReadMemory(const OpCall& call, const std::string& argument, nb::handle object, bool may_wait) {
  ArrayIn result;
  result.given = object;
  nb::object array;
  if (IsNumpy(object)) {
    array = nb::borrow(object);
  } else if (object.is_none()) {
    Raise(call.Invalid(argument, "is None, but must be an array."));
  } else if (!IsSoft(object) && nb::hasattr(object, "__dlpack__")) {
    return ReadDlpack(call, argument, object, may_wait);
  } else {
    result.soft = IsSoft(object);
    try {
      array = AsNumpy(object);
    } catch (nb::python_error& error) {
      if (error.matches(PyExc_KeyboardInterrupt) || error.matches(PyExc_MemoryError)) throw;
      Raise(call.Invalid(argument, absl::StrCat("is no array: ", Text(error.value()))));
    }
  }
  const DataType type = NumpyType(array);
  if (type == DT_INVALID && result.soft && NumpyTypeName(array) == "object") {
    // What NumPy makes of Python integers past 64 bits.
    Raise(call.Invalid(argument,
                       absl::StrCat("is ", Text(object), "; a number in it is outside the range of int64.")));
  }
  if (type == DT_INVALID) {
    Raise(call.WrongType(argument,
                         absl::StrCat("is an array of ", NumpyTypeName(array), ", which no op takes.")));
  }
  const TensorShape shape = CheckedShape(call, argument, Memory(array).shape);
  if (!IsContiguous(array) && Waits(call, argument, type, shape, may_wait, &result)) {
    result.owner = array;
    return result;
  }
  result.owner = Contiguous(array);
  result.tensor = Borrow(result.owner, type);
  return result;
}

/// What is borrowed is not ours to change: odd bools are copied.
void MakePlain(ArrayIn* array) {
  if (HoldsPlainBools(array->tensor)) return;
  array->tensor = CopyOf(array->tensor);
  MakePlainBools(&array->tensor);
  if (array->is_numpy) array->owner = NewNumpy(array->tensor);
}

}  // namespace

void InitNumpy() { ImportNumpy(); }

ArrayIn ReadArray(const OpCall& call, const std::string& argument, nb::handle object) {
  ArrayIn array = ReadMemory(call, argument, object, /*may_wait=*/false);
  MakePlain(&array);
  return array;
}

ArrayIn ReadArrayLater(const OpCall& call, const std::string& argument, nb::handle object) {
  ArrayIn array = ReadMemory(call, argument, object, /*may_wait=*/true);
  MakePlain(&array);
  return array;
}

void FinishReading(const OpCall& call, const std::string& argument, ArrayIn* array) {
  const bool soft = array->soft;
  const nb::handle given = array->given;
  const nb::object source = array->is_numpy ? array->owner : nb::borrow(given);
  *array = ReadArray(call, argument, source);
  array->given = given;
  array->soft = soft;
}

void CastTo(const OpCall& call, const std::string& argument, DataType type, ArrayIn* array) {
  if (array->tensor.dtype() == type) return;
  if (array->waits) FinishReading(call, argument, array);
  const bool loses_fractions = HoldsIntegers(type) && !HoldsIntegers(array->tensor.dtype());
  if (!HasNumpyType(type) || (loses_fractions && array->tensor.NumElements() > 0)) {
    Raise(call.WrongType(argument, absl::StrCat("is ", DataTypeString(array->tensor.dtype()),
                                                ", but must be ", DataTypeString(type), ".")));
  }
  if (type == DT_INT32 && array->tensor.dtype() == DT_INT64)
    CheckFitsInt32<int64_t>(call, argument, array->tensor);
  if (type == DT_INT32 && array->tensor.dtype() == DT_UINT64)
    CheckFitsInt32<uint64_t>(call, argument, array->tensor);
  if (type == DT_INT32 && array->tensor.dtype() == DT_UINT32)
    CheckFitsInt32<uint32_t>(call, argument, array->tensor);
  nb::object numpy = array->is_numpy ? array->owner : NewNumpy(array->tensor);
  array->owner = AsType(numpy, type);
  array->tensor = Borrow(array->owner, type);
}

nb::object WriteArray(const Tensor& tensor, const ArrayIn* like) {
  if (like == nullptr || like->is_numpy) return NewNumpy(tensor);
  std::vector<size_t> shape(tensor.shape().dim_sizes().begin(), tensor.shape().dim_sizes().end());
  const auto make = [&](auto array) { return nb::cast(array, nb::rv_policy::reference); };
  nb::object keeper = Keeper(tensor);
  const nb::dlpack::dtype dtype = ToDlpack(tensor.dtype());
  void* data = tensor.data();
  if (IsFrom("torch", like->given)) {
    return make(nb::ndarray<nb::pytorch>(data, shape.size(), shape.data(), keeper, nullptr, dtype));
  }
  if (IsFrom("jax", like->given)) {
    return make(nb::ndarray<nb::jax>(data, shape.size(), shape.data(), keeper, nullptr, dtype));
  }
  nb::object exported =
      make(nb::ndarray<nb::array_api>(data, shape.size(), shape.data(), keeper, nullptr, dtype));
  if (!nb::hasattr(like->given, "__array_namespace__")) return NewNumpy(tensor);
  return like->given.attr("__array_namespace__")().attr("from_dlpack")(exported);
}

ArrayOut OpenForWriting(const OpCall& call, nb::handle object) {
  ArrayOut out;
  StridedMemory memory;
  DataType type = DT_INVALID;
  if (IsNumpy(object)) {
    memory = Memory(object);
    type = NumpyType(object);
    out.owner = nb::borrow(object);
    if (!memory.writeable) Raise(call.Invalid("out", "is read-only."));
    if (!memory.native) Raise(call.Invalid("out", "has foreign byte order."));
  } else if (nb::hasattr(object, "__dlpack__")) {
    // JAX shares its memory without saying that nobody may write to it.
    if (IsFrom("jax", object)) Raise(call.Invalid("out", "is a JAX array, which is read-only."));
    using Output = nb::ndarray<>;
    const Output array = ImportDlpack<Output>(call, "out", object);
    type = FromDlpack(array.dtype());
    memory = MemoryOf(array, DataTypeSize(type));
    out.owner = nb::borrow(object);
  } else {
    Raise(call.WrongType("out", absl::StrCat("is a ", TypeName(object), ", but must be an array.")));
  }
  if (type == DT_INVALID) Raise(call.WrongType("out", "has a type that no op gives."));
  const TensorShape shape = CheckedShape(call, "out", memory.shape);
  if (OverlapsItself(memory.shape, memory.strides, DataTypeSize(type))) {
    Raise(call.Invalid(
        "out",
        "overlaps itself: some of its elements share memory, so it cannot hold a result; give an "
        "array with an element of its own for each."));
  }
  out.strides = memory.strides;
  out.contiguous = IsDense(memory.shape, memory.strides, DataTypeSize(type));
  out.tensor = Borrowed(type, shape, memory.data);
  return out;
}

void CopyInto(const Tensor& result, const ArrayOut& to) {
  const auto shape = result.shape().dim_sizes();
  const int64_t item = DataTypeSize(result.dtype());
  const Extent extent = ExtentOf(shape, to.strides, item);
  const char* out = static_cast<const char*>(to.tensor.data());
  const char* data = static_cast<const char*>(result.data());
  // A view of an input that `to` overlaps: what is written would be read again.
  const bool overlaps =
      data < out + extent.end && out + extent.begin < data + static_cast<int64_t>(result.TotalBytes());
  const Tensor from = overlaps ? CopyOf(result) : result;
  CopyStrided(shape, item, static_cast<const char*>(from.data()), DenseStrides(shape, item),
              static_cast<char*>(to.tensor.data()), to.strides);
}

}  // namespace voxgrad::python
