#include "voxgrad/types.h"

#include "absl/strings/str_cat.h"

namespace voxgrad {
namespace {

struct Row {
  DataType type;
  const char* name;        // TensorFlow's
  const char* numpy;       // NumPy's (ml_dtypes for bfloat16)
  const char* short_name;  // in problem lines
  int size;                // 0: its tensors hold no plain numbers
};

constexpr Row kRows[] = {
    {DT_FLOAT, "float", "float32", "f32", 4},        {DT_DOUBLE, "double", "float64", "f64", 8},
    {DT_INT32, "int32", "int32", "i32", 4},          {DT_UINT8, "uint8", "uint8", "u8", 1},
    {DT_INT16, "int16", "int16", "i16", 2},          {DT_INT8, "int8", "int8", "i8", 1},
    {DT_STRING, "string", "object", "str", 0},       {DT_COMPLEX64, "complex64", "complex64", "c64", 8},
    {DT_INT64, "int64", "int64", "i64", 8},          {DT_BOOL, "bool", "bool", "bool", 1},
    {DT_QINT8, "qint8", "qint8", "qi8", 1},          {DT_QUINT8, "quint8", "quint8", "qu8", 1},
    {DT_QINT32, "qint32", "qint32", "qi32", 4},      {DT_BFLOAT16, "bfloat16", "bfloat16", "bf16", 2},
    {DT_QINT16, "qint16", "qint16", "qi16", 2},      {DT_QUINT16, "quint16", "quint16", "qu16", 2},
    {DT_UINT16, "uint16", "uint16", "u16", 2},       {DT_COMPLEX128, "complex128", "complex128", "c128", 16},
    {DT_HALF, "half", "float16", "f16", 2},          {DT_RESOURCE, "resource", "object", "resource", 0},
    {DT_VARIANT, "variant", "object", "variant", 0}, {DT_UINT32, "uint32", "uint32", "u32", 4},
    {DT_UINT64, "uint64", "uint64", "u64", 8},
};

const Row* Find(DataType type) {
  for (const Row& row : kRows) {
    if (row.type == type) return &row;
  }
  return nullptr;
}

}  // namespace

std::string DataTypeString(DataType type) {
  const Row* row = Find(type);
  return row ? row->name : absl::StrCat("type ", static_cast<int>(type));
}

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
