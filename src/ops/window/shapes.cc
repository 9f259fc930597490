#include "ops/window/shapes.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace voxgrad::window {
namespace {

/// Past this no axis of a tensor goes, so that sums and products of a few sizes stay below 2^63.
constexpr int64_t kMaxSize = int64_t{1} << 48;

Ints Unknown(int rank) { return Ints(static_cast<size_t>(rank), -1); }

absl::Status CheckSizes(const Infer& c, const std::string& name, const Ints& sizes) {
  for (int64_t size : sizes) {
    if (size < -1 || size > kMaxSize) {
      return c.Invalid(name, absl::StrCat("is ", ShapeString(sizes), "; every size must be from 0 to 2^48."));
    }
  }
  int64_t elements = 1;
  for (int64_t size : sizes) {
    if (size > 0 && __builtin_mul_overflow(elements, size, &elements)) {
      return c.Invalid(name, absl::StrCat("is ", ShapeString(sizes), ", more than 2^63 - 1 elements."));
    }
  }
  return absl::OkStatus();
}

/// A vector of sizes: of `rank` values, or of those of space alone where the op takes that; batch and
/// channels then stay open here.
absl::StatusOr<Ints> SpelledOut(const Infer& c, size_t i, int rank) {
  const ArgDef& arg = c.op().inputs[i];
  const InputType& input = c.input(i);
  const int space_rank = rank - 2;
  const auto wanted = [&] {
    return absl::StrCat("must be a vector of ", rank,
                        arg.or_space_alone ? absl::StrCat(" (or ", space_rank, ")") : "", " sizes.");
  };
  if (!input.shape.unknown_rank() && input.shape.dims() != 1) {
    return c.Invalid(arg.name, absl::StrCat("has shape ", input.shape.DebugString(), ", but ", wanted()));
  }
  if (input.shape.unknown_rank() || input.shape.dim_size(0) < 0) return Unknown(rank);
  const int64_t count = input.shape.dim_size(0);
  if (count != rank && !(arg.or_space_alone && count == space_rank)) {
    return c.Invalid(arg.name,
                     absl::StrCat("has ", count, count == 1 ? " value" : " values", ", but ", wanted()));
  }
  const std::optional<Ints> given = c.host_ints(arg.name);
  if (!given) return Unknown(rank);
  Ints sizes = *given;
  for (int64_t size : sizes) {
    if (size < 0)
      return c.Invalid(arg.name,
                       absl::StrCat("is ", Attribute(sizes).DebugString(), "; no size may be below 0."));
  }
  if (count != rank) {
    const size_t first_space = c.text("data_format")[1] == 'C' ? 2 : 1;
    Ints all = Unknown(rank);
    std::copy(sizes.begin(), sizes.end(), all.begin() + static_cast<int64_t>(first_space));
    sizes = all;
  }
  if (absl::Status status = CheckSizes(c, arg.name, sizes); !status.ok()) return status;
  return sizes;
}

absl::StatusOr<Ints> OwnShape(const Infer& c, size_t i, int rank) {
  const ArgDef& arg = c.op().inputs[i];
  const PartialTensorShape& shape = c.input(i).shape;
  if (shape.unknown_rank()) return Unknown(rank);
  if (shape.dims() != rank) {
    return c.Invalid(arg.name, absl::StrCat("has shape ", shape.DebugString(), " (", shape.dims(),
                                            " dimensions), but must have ", rank, "."));
  }
  Ints dims(shape.dim_sizes().begin(), shape.dim_sizes().end());
  if (absl::Status status = CheckSizes(c, arg.name, dims); !status.ok()) return status;
  return dims;
}

absl::StatusOr<Ints> ShapeOfInput(const Infer& c, size_t i, int rank) {
  return c.op().inputs[i].sizes ? SpelledOut(c, i, rank) : OwnShape(c, i, rank);
}

/// Fills what is unknown in `into` from `from`; false when two known sizes differ.
bool Merge(const Ints& from, Ints* into) {
  for (size_t d = 0; d < from.size(); ++d) {
    if ((*into)[d] < 0) (*into)[d] = from[d];
    if (from[d] >= 0 && (*into)[d] != from[d]) return false;
  }
  return true;
}

}  // namespace

absl::StatusOr<RoleShape> ShapeOfRole(const Infer& c, Role role, int rank) {
  RoleShape common = {Unknown(rank), ""};
  for (size_t i = 0; i < c.num_inputs(); ++i) {
    const ArgDef& arg = c.op().inputs[i];
    if (arg.role != role) continue;
    const absl::StatusOr<Ints> dims = ShapeOfInput(c, i, rank);
    if (!dims.ok()) return dims.status();
    if (!Merge(*dims, &common.dims)) {
      return c.Invalid(arg.name, absl::StrCat("is ", ShapeString(*dims), ", but must have the shape of ",
                                              common.argument, ", ", ShapeString(common.dims), "."));
    }
    if (common.argument.empty()) common.argument = arg.name;
  }
  return common;
}

absl::Status ExpectShape(const Infer& c, Role role, const absl::StatusOr<RoleShape>& given,
                         const Ints& expected, absl::FunctionRef<std::string()> because) {
  Ints merged = expected;
  if (given.ok() && Merge(given->dims, &merged)) return absl::OkStatus();
  // Where two arguments disagree with each other, this finds the one that is wrong.
  for (size_t i = 0; i < c.num_inputs(); ++i) {
    const ArgDef& arg = c.op().inputs[i];
    if (arg.role != role) continue;
    const absl::StatusOr<Ints> dims = ShapeOfInput(c, i, static_cast<int>(expected.size()));
    if (!dims.ok()) return dims.status();
    merged = expected;
    if (!Merge(*dims, &merged)) {
      return c.Invalid(arg.name, absl::StrCat("is ", ShapeString(*dims), ", but ", because(), " ",
                                              ShapeString(expected), "."));
    }
  }
  return given.status();
}

void SetResult(Infer& c, const Ints& in, const Ints& filter, const Ints& out) {
  const Role role = c.op().outputs[0].role;
  c.SetOutput(0, PartialTensorShape(role == Role::kInput ? in : role == Role::kFilter ? filter : out));
}

}  // namespace voxgrad::window
