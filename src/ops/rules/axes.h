// Arguments that name axes or spell out sizes: their checks and their values, as far as they are known.
#ifndef VOXGRAD_OPS_RULES_AXES_H_
#define VOXGRAD_OPS_RULES_AXES_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "ops/table/context.h"

namespace voxgrad::rules {

/// Errors unless the input is a scalar, or a vector, or of a rank that is not known yet.
absl::Status ExpectScalar(const Infer& c, absl::string_view input);
absl::Status ExpectVector(const Infer& c, absl::string_view input);

/// The same for a scalar, which an old graph may hold as a vector of one element.
absl::Status ExpectOneElement(const Infer& c, absl::string_view input);

/// The integers of an input whose value is known.
std::optional<Ints> KnownInts(const Infer& c, absl::string_view input);
std::optional<int64_t> KnownInt(const Infer& c, absl::string_view input);

/// An axis below 0 counts from behind. `what` has `rank` dimensions: "values".
absl::StatusOr<int> AxisOf(const Infer& c, absl::string_view argument, int64_t axis, int rank,
                           absl::string_view what);

/// An error, found when the op runs, unless each of an argument's values is in [0, size). `what` has that
/// size: "axis 1 of params".
absl::Status ExpectBelow(const Infer& c, absl::string_view argument, absl::Span<const int64_t> values,
                         int64_t size, absl::string_view what);

/// The number of values in a vector, or -1.
int64_t VectorSize(const InputType& input);

/// "1 dimension", "3 dimensions".
std::string Dimensions(int rank);

/// A shape of which only the number of dimensions is known, or not even that (below 0).
PartialTensorShape OfRank(int64_t rank);

/// An error about `argument` when no tensor has these sizes.
absl::Status CheckShape(const Infer& c, absl::string_view argument, const Ints& sizes);

/// The first output has the sizes of one shape and then of another; an error about `argument` when no tensor
/// has.
absl::Status SetJoined(Infer& c, absl::string_view argument, const PartialTensorShape& first,
                       const PartialTensorShape& second);

/// Adds to a size; an error about `argument` when the sum does not fit.
absl::Status AddToSize(const Infer& c, absl::string_view argument, int64_t more, int64_t* size);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_RULES_AXES_H_
