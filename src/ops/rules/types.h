// Lists of element types that many definitions share, and what TensorFlow's lists have beyond them.
#ifndef VOXGRAD_OPS_RULES_TYPES_H_
#define VOXGRAD_OPS_RULES_TYPES_H_

#include <vector>

#include "absl/status/status.h"
#include "ops/table/context.h"

namespace voxgrad::rules {

/// TensorFlow's real numbers, and its floating-point numbers, in the order of its definitions.
std::vector<DataType> RealNumbers();
std::vector<DataType> Floats();

/// About the type attribute named last: TensorFlow's list has complex numbers too.
OpBuilder& WithoutComplex(OpBuilder& op);
/// The same for the quantised types.
OpBuilder& WithoutQuantized(OpBuilder& op);

/// Unimplemented unless the elements of that type attribute are plain memory, which strings are not.
absl::Status ExpectPlain(const OpCall& c, const char* type_attr = "T");

/// Unimplemented unless the elements of that type attribute are real numbers or booleans.
absl::Status ExpectRealOrBool(const OpCall& c, const char* type_attr = "T");

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_RULES_TYPES_H_
