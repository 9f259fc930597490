// MirrorPad and its gradient: borders that mirror what lies inside.
#ifndef VOXGRAD_OPS_ARRAY_MIRROR_PAD_RULE_H_
#define VOXGRAD_OPS_ARRAY_MIRROR_PAD_RULE_H_

#include "ops/table/context.h"

namespace voxgrad::rules {

/// `Tpaddings` and `mode`.
OpBuilder& MirrorPadAttributes(OpBuilder& op);

/// An error unless a mirror of `before` and `after` cells fits on an axis of `size`.
absl::Status CheckMirror(const Infer& c, size_t axis, int64_t size, int64_t before, int64_t after);

/// For each element of the padded tensor the number of the element inside that it mirrors.
Ints MirrorSources(const Run& c, absl::Span<const int64_t> padded, absl::Span<const int64_t> inside);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_ARRAY_MIRROR_PAD_RULE_H_
