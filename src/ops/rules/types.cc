#include "ops/rules/types.h"

#include "absl/strings/str_cat.h"
#include "core/type_list.h"

namespace voxgrad::rules {

std::vector<DataType> RealNumbers() {
  return {DT_FLOAT, DT_DOUBLE,   DT_INT32,  DT_UINT8, DT_INT16,  DT_INT8,
          DT_INT64, DT_BFLOAT16, DT_UINT16, DT_HALF,  DT_UINT32, DT_UINT64};
}

std::vector<DataType> Floats() { return {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE}; }

OpBuilder& WithoutComplex(OpBuilder& op) {
  for (const char* type : {"complex64", "complex128"})
    op.without(type, "complex numbers are not among the types that Voxgrad computes with.");
  return op;
}

OpBuilder& WithoutQuantized(OpBuilder& op) {
  for (const char* type : {"qint8", "quint8", "qint32", "qint16", "quint16"})
    op.without(type, "quantised numbers are not among the types that Voxgrad computes with.");
  return op;
}

absl::Status ExpectPlain(const OpCall& c, const char* type_attr) {
  const DataType type = c.type(type_attr);
  if (DataTypeSize(type) > 0) return absl::OkStatus();
  return c.Unimplemented(type_attr,
                         absl::StrCat("is ", DataTypeString(type), "; this op takes numbers and bool."));
}

absl::Status ExpectRealOrBool(const OpCall& c, const char* type_attr) {
  const DataType type = c.type(type_attr);
  if (type == DT_BOOL || VisitType(RealTypes(), type, [](auto) {})) return absl::OkStatus();
  return c.Unimplemented(type_attr,
                         absl::StrCat("is ", DataTypeString(type), "; this op takes real numbers and bool."));
}

}  // namespace voxgrad::rules
