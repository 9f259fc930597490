#include "ops/rules/axes.h"

#include "absl/strings/str_cat.h"
#include "ops/rules/shapes.h"

namespace voxgrad::rules {
namespace {

absl::Status ExpectRank(const Infer& c, absl::string_view input, int rank, absl::string_view what) {
  const PartialTensorShape& shape = c.input(input).shape;
  if (shape.unknown_rank() || shape.dims() == rank) return absl::OkStatus();
  return c.Invalid(input, absl::StrCat("has shape ", shape.DebugString(), ", but must be ", what, "."));
}

}  // namespace

absl::Status ExpectScalar(const Infer& c, absl::string_view input) {
  return ExpectRank(c, input, 0, "a scalar");
}

absl::Status ExpectVector(const Infer& c, absl::string_view input) {
  return ExpectRank(c, input, 1, "a vector");
}

absl::Status ExpectOneElement(const Infer& c, absl::string_view input) {
  const PartialTensorShape& shape = c.input(input).shape;
  if (shape.dims() == 1 && (shape.dim_size(0) == 1 || shape.dim_size(0) < 0)) return absl::OkStatus();
  return ExpectScalar(c, input);
}

std::optional<Ints> KnownInts(const Infer& c, absl::string_view input) { return c.host_ints(input); }

std::optional<int64_t> KnownInt(const Infer& c, absl::string_view input) {
  const std::optional<Ints> values = KnownInts(c, input);
  if (!values || values->size() != 1) return std::nullopt;
  return values->front();
}

absl::StatusOr<int> AxisOf(const Infer& c, absl::string_view argument, int64_t axis, int rank,
                           absl::string_view what) {
  if (axis >= -rank && axis < rank) return static_cast<int>(axis < 0 ? axis + rank : axis);
  const std::string range =
      rank == 0 ? "there is no axis to name" : absl::StrCat("it must be from ", -rank, " to ", rank - 1);
  return c.Invalid(argument,
                   absl::StrCat("is ", axis, ", but ", what, " has ", Dimensions(rank), "; ", range, "."));
}

absl::Status ExpectBelow(const Infer& c, absl::string_view argument, absl::Span<const int64_t> values,
                         int64_t size, absl::string_view what) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] >= 0 && values[i] < size) continue;
    return AtRun(c.Invalid(argument, absl::StrCat("holds ", values[i], " in place ", i, ", but ", what,
                                                  " has ", size, size == 1 ? " element." : " elements.")));
  }
  return absl::OkStatus();
}

int64_t VectorSize(const InputType& input) { return input.shape.dims() == 1 ? input.shape.dim_size(0) : -1; }

std::string Dimensions(int rank) { return absl::StrCat(rank, rank == 1 ? " dimension" : " dimensions"); }

PartialTensorShape OfRank(int64_t rank) {
  return rank < 0 ? PartialTensorShape() : PartialTensorShape(Ints(static_cast<size_t>(rank), -1));
}

absl::Status CheckShape(const Infer& c, absl::string_view argument, const Ints& sizes) {
  TensorShape shape;
  const absl::Status status = TensorShape::BuildTensorShape(sizes, &shape);
  if (status.ok()) return status;
  return c.Invalid(argument, absl::StrCat("leads to a result that ", status.message(), "."));
}

absl::Status SetJoined(Infer& c, absl::string_view argument, const PartialTensorShape& first,
                       const PartialTensorShape& second) {
  PartialTensorShape joined;
  if (const absl::Status status = first.ConcatenateWithStatus(second, &joined); !status.ok())
    return c.Invalid(argument, absl::StrCat("leads to a result that ", status.message(), "."));
  c.SetOutput(0, joined);
  return absl::OkStatus();
}

absl::Status AddToSize(const Infer& c, absl::string_view argument, int64_t more, int64_t* size) {
  if (!__builtin_add_overflow(*size, more, size)) return absl::OkStatus();
  return c.Invalid(argument, "makes an axis of more than 2^63 - 1 elements.");
}

}  // namespace voxgrad::rules
