// The element types a tensor can have, numbered as TensorFlow numbers them.
#ifndef VOXGRAD_TYPES_H_
#define VOXGRAD_TYPES_H_

#include <cstdint>
#include <string>

#include "voxgrad/array_slice.h"
#include "voxgrad/export.h"
#include "voxgrad/float16.h"
#include "voxgrad/integral_types.h"
#include "voxgrad/string_piece.h"
#include "voxgrad/tstring.h"

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
  // References to a value of each type, as the outputs of variables are: the type's number and 100.
  DT_FLOAT_REF = 101,
  DT_DOUBLE_REF = 102,
  DT_INT32_REF = 103,
  DT_UINT8_REF = 104,
  DT_INT16_REF = 105,
  DT_INT8_REF = 106,
  DT_STRING_REF = 107,
  DT_COMPLEX64_REF = 108,
  DT_INT64_REF = 109,
  DT_BOOL_REF = 110,
  DT_QINT8_REF = 111,
  DT_QUINT8_REF = 112,
  DT_QINT32_REF = 113,
  DT_BFLOAT16_REF = 114,
  DT_QINT16_REF = 115,
  DT_QUINT16_REF = 116,
  DT_UINT16_REF = 117,
  DT_COMPLEX128_REF = 118,
  DT_HALF_REF = 119,
  DT_RESOURCE_REF = 120,
  DT_VARIANT_REF = 121,
  DT_UINT32_REF = 122,
  DT_UINT64_REF = 123,
};

using DataTypeVector = absl::InlinedVector<DataType, 4>;
using DataTypeSlice = absl::Span<const DataType>;

/// TensorFlow's name of a type: "float", "half", "int64_ref". An unknown number gives "unknown dtype enum
/// (77)".
VOXGRAD_API std::string DataTypeString(DataType type);
/// "float, int32"
VOXGRAD_API std::string DataTypeSliceString(DataTypeSlice types);
inline std::string DataTypeVectorString(const DataTypeVector& types) { return DataTypeSliceString(types); }
/// The name of the enum's value: "DT_FLOAT". Empty for an unknown number.
VOXGRAD_API std::string DataType_Name(DataType type);

/// The type of that name as TensorFlow reads it ("float", "float32", "float_ref"); false when there is none.
VOXGRAD_API bool DataTypeFromString(StringPiece name, DataType* type);

/// The type of that name. NumPy's ("float32") and the short forms of problem lines ("f32", "bf16") are
/// taken too. DT_INVALID when there is none.
VOXGRAD_API DataType DataTypeFromString(const std::string& name);

/// NumPy's name of a type: "float32", "float16", "bfloat16", "int64".
VOXGRAD_API std::string NumpyTypeString(DataType type);

/// The short form used in problem lines: "f32", "bf16", "u8".
VOXGRAD_API std::string ShortTypeString(DataType type);

/// Bytes of one element; 0 for types whose tensors hold no plain numbers.
VOXGRAD_API int DataTypeSize(DataType type);

VOXGRAD_API bool DataTypeIsFloating(DataType type);
VOXGRAD_API bool DataTypeIsComplex(DataType type);
VOXGRAD_API bool DataTypeIsInteger(DataType type);
VOXGRAD_API bool DataTypeIsSigned(DataType type);    // of the integers
VOXGRAD_API bool DataTypeIsUnsigned(DataType type);  // of the integers
VOXGRAD_API bool DataTypeIsQuantized(DataType type);
VOXGRAD_API bool DataTypeIsNumeric(DataType type);  // all of the above
inline bool DataTypeCanUseMemcpy(DataType type) { return DataTypeSize(type) > 0; }

constexpr int kDataTypeRefOffset = 100;
constexpr bool IsRefType(DataType type) { return type > kDataTypeRefOffset; }
constexpr DataType MakeRefType(DataType type) { return static_cast<DataType>(type + kDataTypeRefOffset); }
constexpr DataType RemoveRefType(DataType type) { return static_cast<DataType>(type - kDataTypeRefOffset); }
constexpr DataType BaseType(DataType type) { return IsRefType(type) ? RemoveRefType(type) : type; }
/// Whether a value of type `actual`, or what it refers to, can be used where `expected` is wanted.
constexpr bool TypesCompatible(DataType expected, DataType actual) {
  return expected == actual || expected == BaseType(actual);
}

/// Whether tensors can have elements of the C++ type T.
template <class T>
struct IsValidDataType {
  static constexpr bool value = false;
};

/// The DataType of a C++ type: `DataTypeToEnum<float>::value == DT_FLOAT`.
template <class T>
struct DataTypeToEnum {
  static_assert(IsValidDataType<T>::value, "no tensor has elements of this type");
};

/// The C++ type of a DataType: `EnumToDataType<DT_FLOAT>::Type` is float.
template <DataType type>
struct EnumToDataType {};

// VOXGRAD_TYPE has a way back; VOXGRAD_TYPE_ALIAS is for a second C++ type of the same elements.
#define VOXGRAD_TYPE_ALIAS(CPP, ENUM)                             \
  template <>                                                     \
  struct IsValidDataType<CPP> {                                   \
    static constexpr bool value = true;                           \
  };                                                              \
  template <>                                                     \
  struct DataTypeToEnum<CPP> {                                    \
    static constexpr DataType value = ENUM;                       \
    static constexpr DataType v() { return ENUM; }                \
    static constexpr DataType ref() { return MakeRefType(ENUM); } \
  }
#define VOXGRAD_TYPE(CPP, ENUM)  \
  VOXGRAD_TYPE_ALIAS(CPP, ENUM); \
  template <>                    \
  struct EnumToDataType<ENUM> {  \
    using Type = CPP;            \
  }
VOXGRAD_TYPE(float, DT_FLOAT);
VOXGRAD_TYPE(double, DT_DOUBLE);
VOXGRAD_TYPE(int8_t, DT_INT8);
VOXGRAD_TYPE(int16_t, DT_INT16);
VOXGRAD_TYPE(int32_t, DT_INT32);
VOXGRAD_TYPE(int64_t, DT_INT64);
VOXGRAD_TYPE(uint8_t, DT_UINT8);
VOXGRAD_TYPE(uint16_t, DT_UINT16);
VOXGRAD_TYPE(uint32_t, DT_UINT32);
VOXGRAD_TYPE(uint64_t, DT_UINT64);
VOXGRAD_TYPE(bool, DT_BOOL);
VOXGRAD_TYPE(tstring, DT_STRING);
// The way back leads to Eigen's 16-bit types, which calculate; see voxgrad/tensor_types.h.
VOXGRAD_TYPE_ALIAS(Half, DT_HALF);
VOXGRAD_TYPE_ALIAS(BFloat16, DT_BFLOAT16);
VOXGRAD_TYPE_ALIAS(long long, DT_INT64);
VOXGRAD_TYPE_ALIAS(unsigned long long, DT_UINT64);

}  // namespace voxgrad

#endif  // VOXGRAD_TYPES_H_
