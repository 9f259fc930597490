// Lists of element types that many definitions share, and what TensorFlow's lists have beyond them.
#ifndef VOXGRAD_OPS_RULES_TYPES_H_
#define VOXGRAD_OPS_RULES_TYPES_H_

#include "absl/status/status.h"
#include "ops/table/context.h"

namespace voxgrad::rules {

/// About the type attribute named last: TensorFlow's list has complex numbers too.
OpBuilder& WithoutComplex(OpBuilder& op);
/// The same for the quantised types.
OpBuilder& WithoutQuantized(OpBuilder& op);

/// Unimplemented unless the elements of that type attribute are plain memory, which strings are not.
absl::Status ExpectPlain(const OpCall& c, const char* type_attr = "T");

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_RULES_TYPES_H_
