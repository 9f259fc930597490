// The shapes of a window op's arguments, by their roles.
#ifndef VOXGRAD_OPS_WINDOW_SHAPES_H_
#define VOXGRAD_OPS_WINDOW_SHAPES_H_

#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "ops/table/context.h"
#include "ops/window/attrs.h"

namespace voxgrad::window {

/// A shape that an argument has, or spells out; which one, for the sentence when two disagree.
struct RoleShape {
  Ints dims;             // always of the op's rank; -1 where not known
  std::string argument;  // empty when no argument has the role
};

/// The shape common to all arguments of a role. Their ranks, and for size vectors the count and the values,
/// are checked; two that disagree are an error.
absl::StatusOr<RoleShape> ShapeOfRole(const Infer& c, Role role, int rank);

/// Checks that the shape of a role, as ShapeOfRole gave it, is the one the others lead to; an error is about
/// the argument that has another. `because` makes the middle of the sentence: "an input of [1,8,8,8,2] with
/// ksize 3, strides 2, VALID pools to".
absl::Status ExpectShape(const Infer& c, Role role, const absl::StatusOr<RoleShape>& given,
                         const Ints& expected, absl::FunctionRef<std::string()> because);

/// The shape of the result's role, set as the output's.
void SetResult(Infer& c, const Ints& in, const Ints& filter, const Ints& out);

}  // namespace voxgrad::window

#endif  // VOXGRAD_OPS_WINDOW_SHAPES_H_
