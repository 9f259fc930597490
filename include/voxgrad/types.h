// The element types a tensor can have, numbered as TensorFlow numbers them.
#ifndef VOXGRAD_TYPES_H_
#define VOXGRAD_TYPES_H_

#include <cstdint>
#include <string>

#include "voxgrad/export.h"
#include "voxgrad/float16.h"

namespace voxgrad {

enum DataType : int {
  DT_INVALID = 0,
  DT_FLOAT = 1,
  DT_DOUBLE = 2,
  DT_INT32 = 3,
  DT_UINT8 = 4,
  DT_INT16 = 5,
  DT_INT8 = 6,
  DT_STRING = 7,
  DT_COMPLEX64 = 8,
  DT_INT64 = 9,
  DT_BOOL = 10,
  DT_QINT8 = 11,
  DT_QUINT8 = 12,
  DT_QINT32 = 13,
  DT_BFLOAT16 = 14,
  DT_QINT16 = 15,
  DT_QUINT16 = 16,
  DT_UINT16 = 17,
  DT_COMPLEX128 = 18,
  DT_HALF = 19,
  DT_RESOURCE = 20,
  DT_VARIANT = 21,
  DT_UINT32 = 22,
  DT_UINT64 = 23,
};

/// TensorFlow's name of a type: "float", "half", "int64". An unknown number gives "type 77".
VOXGRAD_API std::string DataTypeString(DataType type);

/// The type of that name. NumPy's ("float32") and the short forms of problem lines ("f32", "bf16") are
/// taken too. DT_INVALID when there is none.
VOXGRAD_API DataType DataTypeFromString(const std::string& name);

/// NumPy's name of a type: "float32", "float16", "bfloat16", "int64".
VOXGRAD_API std::string NumpyTypeString(DataType type);

/// The short form used in problem lines: "f32", "bf16", "u8".
VOXGRAD_API std::string ShortTypeString(DataType type);

/// Bytes of one element; 0 for types whose tensors hold no plain numbers.
VOXGRAD_API int DataTypeSize(DataType type);

/// The DataType of a C++ type: `DataTypeToEnum<float>::value == DT_FLOAT`.
template <class T>
struct DataTypeToEnum;

#define VOXGRAD_TYPE(CPP, ENUM)                    \
  template <>                                      \
  struct DataTypeToEnum<CPP> {                     \
    static constexpr DataType value = ENUM;        \
    static constexpr DataType v() { return ENUM; } \
  }
VOXGRAD_TYPE(float, DT_FLOAT);
VOXGRAD_TYPE(double, DT_DOUBLE);
VOXGRAD_TYPE(Half, DT_HALF);
VOXGRAD_TYPE(BFloat16, DT_BFLOAT16);
VOXGRAD_TYPE(int8_t, DT_INT8);
VOXGRAD_TYPE(int16_t, DT_INT16);
VOXGRAD_TYPE(int32_t, DT_INT32);
VOXGRAD_TYPE(int64_t, DT_INT64);
VOXGRAD_TYPE(uint8_t, DT_UINT8);
VOXGRAD_TYPE(uint16_t, DT_UINT16);
VOXGRAD_TYPE(uint32_t, DT_UINT32);
VOXGRAD_TYPE(uint64_t, DT_UINT64);
VOXGRAD_TYPE(bool, DT_BOOL);
#undef VOXGRAD_TYPE

}  // namespace voxgrad

#endif  // VOXGRAD_TYPES_H_
