// Shape rules that many ops share.
#ifndef VOXGRAD_OPS_RULES_SHAPES_H_
#define VOXGRAD_OPS_RULES_SHAPES_H_

#include <vector>

#include "absl/status/status.h"
#include "ops/table/context.h"

namespace voxgrad::rules {

/// The first output has the shape of the first input.
absl::Status SameShape(Infer& c);

/// The first output is the first input itself.
absl::Status SameValue(Infer& c);

/// A tensor of this many elements: the most for which a graph keeps track of the value itself.
inline constexpr int64_t kMaxKnownElements = 1024;

/// The sizes of a shape as a tensor of int32 or int64; false when a size does not fit.
bool SizesTensor(const PartialTensorShape& shape, DataType type, Tensor* tensor);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_RULES_SHAPES_H_
