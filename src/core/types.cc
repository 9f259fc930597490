#include "voxgrad/types.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"

namespace voxgrad {
namespace {

enum class Kind { kFloating, kComplex, kSigned, kUnsigned, kQuantized, kOther };

struct Row {
  DataType type;
  const char* name;        // TensorFlow's
  const char* numpy;       // NumPy's (ml_dtypes for bfloat16)
  const char* short_name;  // in problem lines
  int size;                // 0: its tensors hold no plain numbers
  Kind kind;
};

constexpr Row kRows[] = {
    {DT_FLOAT, "float", "float32", "f32", 4, Kind::kFloating},
    {DT_DOUBLE, "double", "float64", "f64", 8, Kind::kFloating},
    {DT_INT32, "int32", "int32", "i32", 4, Kind::kSigned},
    {DT_UINT8, "uint8", "uint8", "u8", 1, Kind::kUnsigned},
    {DT_INT16, "int16", "int16", "i16", 2, Kind::kSigned},
    {DT_INT8, "int8", "int8", "i8", 1, Kind::kSigned},
    {DT_STRING, "string", "object", "str", 0, Kind::kOther},
    {DT_COMPLEX64, "complex64", "complex64", "c64", 8, Kind::kComplex},
    {DT_INT64, "int64", "int64", "i64", 8, Kind::kSigned},
    {DT_BOOL, "bool", "bool", "bool", 1, Kind::kOther},
    {DT_QINT8, "qint8", "qint8", "qi8", 1, Kind::kQuantized},
    {DT_QUINT8, "quint8", "quint8", "qu8", 1, Kind::kQuantized},
    {DT_QINT32, "qint32", "qint32", "qi32", 4, Kind::kQuantized},
    {DT_BFLOAT16, "bfloat16", "bfloat16", "bf16", 2, Kind::kFloating},
    {DT_QINT16, "qint16", "qint16", "qi16", 2, Kind::kQuantized},
    {DT_QUINT16, "quint16", "quint16", "qu16", 2, Kind::kQuantized},
    {DT_UINT16, "uint16", "uint16", "u16", 2, Kind::kUnsigned},
    {DT_COMPLEX128, "complex128", "complex128", "c128", 16, Kind::kComplex},
    {DT_HALF, "half", "float16", "f16", 2, Kind::kFloating},
    {DT_RESOURCE, "resource", "object", "resource", 0, Kind::kOther},
    {DT_VARIANT, "variant", "object", "variant", 0, Kind::kOther},
    {DT_UINT32, "uint32", "uint32", "u32", 4, Kind::kUnsigned},
    {DT_UINT64, "uint64", "uint64", "u64", 8, Kind::kUnsigned},
};

const Row* Find(DataType type) {
  for (const Row& row : kRows) {
    if (row.type == type) return &row;
  }
  return nullptr;
}

bool IsKind(DataType type, Kind kind) {
  const Row* row = Find(type);
  return row != nullptr && row->kind == kind;
}

}  // namespace

std::string DataTypeString(DataType type) {
  if (type == DT_INVALID) return "INVALID";
  if (const Row* row = Find(type)) return row->name;
  if (const Row* row = Find(BaseType(type))) return absl::StrCat(row->name, "_ref");
  return absl::StrCat("unknown dtype enum (", static_cast<int>(type), ")");
}

std::string DataTypeSliceString(DataTypeSlice types) {
  return absl::StrJoin(types, ", ",
                       [](std::string* out, DataType type) { out->append(DataTypeString(type)); });
}

std::string DataType_Name(DataType type) {
  if (type != DT_INVALID && Find(BaseType(type)) == nullptr) return "";
  return absl::StrCat("DT_", absl::AsciiStrToUpper(DataTypeString(type)));
}

bool DataTypeFromString(StringPiece name, DataType* type) {
  absl::string_view base = name;
  const bool reference = absl::ConsumeSuffix(&base, "_ref");
  for (const Row& row : kRows) {
    if (base != row.name && (row.size == 0 || base != row.numpy)) continue;
    if (type == nullptr) return false;
    *type = reference ? MakeRefType(row.type) : row.type;
    return true;
  }
  return false;
}

bool DataTypeIsFloating(DataType type) { return IsKind(type, Kind::kFloating); }
bool DataTypeIsComplex(DataType type) { return IsKind(type, Kind::kComplex); }
bool DataTypeIsSigned(DataType type) { return IsKind(type, Kind::kSigned); }
bool DataTypeIsUnsigned(DataType type) { return IsKind(type, Kind::kUnsigned); }
bool DataTypeIsInteger(DataType type) { return DataTypeIsSigned(type) || DataTypeIsUnsigned(type); }
bool DataTypeIsQuantized(DataType type) { return IsKind(type, Kind::kQuantized); }
bool DataTypeIsNumeric(DataType type) { return Find(type) != nullptr && !IsKind(type, Kind::kOther); }

std::string NumpyTypeString(DataType type) {
  const Row* row = Find(type);
  return row ? row->numpy : DataTypeString(type);
}

std::string ShortTypeString(DataType type) {
  const Row* row = Find(type);
  return row ? row->short_name : DataTypeString(type);
}

DataType DataTypeFromString(const std::string& name) {
  for (const Row& row : kRows) {
    if (name == row.name || name == row.short_name) return row.type;
  }
  for (const Row& row : kRows) {
    if (row.size > 0 && name == row.numpy) return row.type;
  }
  return DT_INVALID;
}

int DataTypeSize(DataType type) {
  const Row* row = Find(type);
  return row ? row->size : 0;
}

}  // namespace voxgrad
