// Reverse and ReverseV2 differ in how they name the axes.
#ifndef VOXGRAD_OPS_ARRAY_REVERSE_RULE_H_
#define VOXGRAD_OPS_ARRAY_REVERSE_RULE_H_

#include <vector>

#include "ops/table/context.h"

namespace voxgrad::rules {

/// The types that both take, as the attribute `T`.
OpBuilder& ReverseTypes(OpBuilder& op, std::vector<DataType> types);

/// `tensor` with the marked axes backwards.
void RunReverse(Run& c, const std::vector<bool>& reversed);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_ARRAY_REVERSE_RULE_H_
