#include "ops/rules/types.h"

#include "absl/strings/str_cat.h"

namespace voxgrad::rules {

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

}  // namespace voxgrad::rules
