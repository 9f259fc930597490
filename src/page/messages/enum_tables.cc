#include "page/messages/enum_tables.h"

namespace voxgrad {
namespace {

// TensorFlow 2.21's, also of types that no tensor here can have: a page may name them.
constexpr EnumValue kDataTypes[] = {
    {0, "DT_INVALID"},
    {1, "DT_FLOAT"},
    {2, "DT_DOUBLE"},
    {3, "DT_INT32"},
    {4, "DT_UINT8"},
    {5, "DT_INT16"},
    {6, "DT_INT8"},
    {7, "DT_STRING"},
    {8, "DT_COMPLEX64"},
    {9, "DT_INT64"},
    {10, "DT_BOOL"},
    {11, "DT_QINT8"},
    {12, "DT_QUINT8"},
    {13, "DT_QINT32"},
    {14, "DT_BFLOAT16"},
    {15, "DT_QINT16"},
    {16, "DT_QUINT16"},
    {17, "DT_UINT16"},
    {18, "DT_COMPLEX128"},
    {19, "DT_HALF"},
    {20, "DT_RESOURCE"},
    {21, "DT_VARIANT"},
    {22, "DT_UINT32"},
    {23, "DT_UINT64"},
    {24, "DT_FLOAT8_E5M2"},
    {25, "DT_FLOAT8_E4M3FN"},
    {26, "DT_FLOAT8_E4M3FNUZ"},
    {27, "DT_FLOAT8_E4M3B11FNUZ"},
    {28, "DT_FLOAT8_E5M2FNUZ"},
    {29, "DT_INT4"},
    {30, "DT_UINT4"},
    {31, "DT_INT2"},
    {32, "DT_UINT2"},
    {33, "DT_FLOAT4_E2M1FN"},
    {101, "DT_FLOAT_REF"},
    {102, "DT_DOUBLE_REF"},
    {103, "DT_INT32_REF"},
    {104, "DT_UINT8_REF"},
    {105, "DT_INT16_REF"},
    {106, "DT_INT8_REF"},
    {107, "DT_STRING_REF"},
    {108, "DT_COMPLEX64_REF"},
    {109, "DT_INT64_REF"},
    {110, "DT_BOOL_REF"},
    {111, "DT_QINT8_REF"},
    {112, "DT_QUINT8_REF"},
    {113, "DT_QINT32_REF"},
    {114, "DT_BFLOAT16_REF"},
    {115, "DT_QINT16_REF"},
    {116, "DT_QUINT16_REF"},
    {117, "DT_UINT16_REF"},
    {118, "DT_COMPLEX128_REF"},
    {119, "DT_HALF_REF"},
    {120, "DT_RESOURCE_REF"},
    {121, "DT_VARIANT_REF"},
    {122, "DT_UINT32_REF"},
    {123, "DT_UINT64_REF"},
    {124, "DT_FLOAT8_E5M2_REF"},
    {125, "DT_FLOAT8_E4M3FN_REF"},
    {126, "DT_FLOAT8_E4M3FNUZ_REF"},
    {127, "DT_FLOAT8_E4M3B11FNUZ_REF"},
    {128, "DT_FLOAT8_E5M2FNUZ_REF"},
    {129, "DT_INT4_REF"},
    {130, "DT_UINT4_REF"},
    {131, "DT_INT2_REF"},
    {132, "DT_UINT2_REF"},
    {133, "DT_FLOAT4_E2M1FN_REF"},
};

constexpr EnumValue kFullTypeIds[] = {
    {0, "TFT_UNSET"},
    {1, "TFT_VAR"},
    {2, "TFT_ANY"},
    {3, "TFT_PRODUCT"},
    {4, "TFT_NAMED"},
    {20, "TFT_FOR_EACH"},
    {100, "TFT_CALLABLE"},
    {200, "TFT_BOOL"},
    {201, "TFT_UINT8"},
    {202, "TFT_UINT16"},
    {203, "TFT_UINT32"},
    {204, "TFT_UINT64"},
    {205, "TFT_INT8"},
    {206, "TFT_INT16"},
    {207, "TFT_INT32"},
    {208, "TFT_INT64"},
    {209, "TFT_HALF"},
    {210, "TFT_FLOAT"},
    {211, "TFT_DOUBLE"},
    {212, "TFT_COMPLEX64"},
    {213, "TFT_COMPLEX128"},
    {214, "TFT_STRING"},
    {215, "TFT_BFLOAT16"},
    {1000, "TFT_TENSOR"},
    {1001, "TFT_ARRAY"},
    {1002, "TFT_OPTIONAL"},
    {1003, "TFT_LITERAL"},
    {1004, "TFT_ENCODED"},
    {1005, "TFT_SHAPE_TENSOR"},
    {10102, "TFT_DATASET"},
    {10103, "TFT_RAGGED"},
    {10104, "TFT_ITERATOR"},
    {10202, "TFT_MUTEX_LOCK"},
    {10203, "TFT_LEGACY_VARIANT"},
};

}  // namespace

const EnumTable kDataTypeTable = {"DataType", kDataTypes};
const EnumTable kFullTypeIdTable = {"FullTypeId", kFullTypeIds};

const char* EnumName(const EnumTable& table, int32_t number) {
  for (const EnumValue& value : table.values) {
    if (value.number == number) return value.name;
  }
  return nullptr;
}

const int32_t* EnumNumber(const EnumTable& table, absl::string_view name) {
  for (const EnumValue& value : table.values) {
    if (name == value.name) return &value.number;
  }
  return nullptr;
}

}  // namespace voxgrad
