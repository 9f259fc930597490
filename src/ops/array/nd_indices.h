// GatherNd and ScatterNd: rows of a tensor, each named by the places along its first axes.
#ifndef VOXGRAD_OPS_ARRAY_ND_INDICES_H_
#define VOXGRAD_OPS_ARRAY_ND_INDICES_H_

#include "absl/types/span.h"
#include "ops/table/context.h"

namespace voxgrad::rules {

/// The attribute that says what becomes of indices out of bounds.
OpBuilder& BadIndicesPolicy(OpBuilder& op);

/// An error when `indices` is known and names a place outside `sizes`, unless the policy is to ignore it; and
/// when the policy is none. `what` has the sizes.
absl::Status CheckNdIndices(const Infer& c, absl::Span<const int64_t> sizes, absl::string_view what);

/// The number of the row that each entry of `indices` names in a tensor of these first sizes; -1 for one
/// outside.
Ints RowNumbers(const Infer& c, absl::Span<const int64_t> sizes);

/// How many places an entry has; -1 where it is not known.
int64_t IndexDepth(const Infer& c);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_ARRAY_ND_INDICES_H_
