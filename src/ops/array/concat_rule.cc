#include "ops/array/concat_rule.h"

#include "absl/strings/str_cat.h"
#include "ops/rules/axes.h"
#include "ops/rules/boxes.h"
#include "ops/rules/types.h"

namespace voxgrad::rules {
namespace {

/// The rank that the values have in common, or -1.
absl::StatusOr<int> CommonRank(const Infer& c) {
  const auto values = c.inputs("values");
  int rank = -1;
  size_t first = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const PartialTensorShape& shape = values[i].shape;
    if (shape.unknown_rank()) continue;
    if (shape.dims() == 0) {
      return c.Invalid("values", absl::StrCat("has a scalar in place ", i,
                                              ", which has no axis to join along; use Pack for scalars."));
    }
    if (rank >= 0 && shape.dims() != rank) {
      return c.Invalid("values", absl::StrCat("has ", shape.DebugString(), " in place ", i, ", but ",
                                              values[first].shape.DebugString(), " in place ", first,
                                              "; all must have the same number of dimensions."));
    }
    if (rank < 0) first = i;
    rank = shape.dims();
  }
  return rank;
}

}  // namespace

absl::Status InferConcat(Infer& c, const char* axis_name) {
  if (absl::Status status = ExpectPlain(c); !status.ok()) return status;
  if (absl::Status status = ExpectScalar(c, axis_name); !status.ok()) return status;
  const absl::StatusOr<int> rank = CommonRank(c);
  if (!rank.ok()) return rank.status();
  const std::optional<int64_t> given = KnownInt(c, axis_name);
  c.SetOutput(0, OfRank(*rank));
  if (!given || *rank < 0) return absl::OkStatus();
  const absl::StatusOr<int> axis = AxisOf(c, axis_name, *given, *rank, "each of values");
  if (!axis.ok()) return axis.status();

  Ints sizes(static_cast<size_t>(*rank), -1);
  int64_t length = 0;
  for (size_t i = 0; i < c.inputs("values").size(); ++i) {
    const PartialTensorShape& shape = c.inputs("values")[i].shape;
    for (int d = 0; d < *rank; ++d) {
      const int64_t size = shape.unknown_rank() ? -1 : shape.dim_size(d);
      int64_t& common = sizes[static_cast<size_t>(d)];
      if (d == *axis) {
        if (size < 0) length = -1;
        if (length < 0) continue;
        if (absl::Status status = AddToSize(c, "values", size, &length); !status.ok()) return status;
      } else if (common < 0) {
        common = size;
      } else if (size >= 0 && size != common) {
        return c.Invalid("values",
                         absl::StrCat("has ", shape.DebugString(), " in place ", i, ", but axis ", d, " is ",
                                      common, " before; sizes may differ along axis ", *axis, " only."));
      }
    }
  }
  sizes[static_cast<size_t>(*axis)] = length;
  c.SetOutput(0, PartialTensorShape(sizes));
  return absl::OkStatus();
}

void RunConcat(Run& c, const char* axis_name) {
  const int rank = c.result().dims();
  const int64_t given =
      *KnownInt(c, axis_name);  // NOLINT(bugprone-unchecked-optional-access): known at a run
  const auto axis = static_cast<size_t>(given < 0 ? given + rank : given);
  Ints begin(static_cast<size_t>(rank), 0);
  for (const Tensor& value : c.tensors("values")) {
    CopyPart(c.exec(), value, All(value), c.result(), begin);
    begin[axis] += value.dim_size(static_cast<int>(axis));
  }
}

absl::Status ConcatGradient(Grad& g, const char* axis_name) {
  g.none(axis_name);
  const Grad::Values values = g.inputs("values");
  const Grad::Values sizes = g.op_all("ShapeN", values, {{"out_type", DT_INT32}});
  Grad::Values offset_inputs = {g.cast(g.input(axis_name), DT_INT32)};
  offset_inputs.insert(offset_inputs.end(), sizes.begin(), sizes.end());
  const Grad::Values offsets = g.op_all("ConcatOffset", offset_inputs);
  Grad::Values parts;
  for (size_t i = 0; i < sizes.size() && i < offsets.size(); ++i)
    parts.push_back(g.op("Slice", {g.upstream(), offsets[i], sizes[i]}));
  return g.of("values", parts);
}

}  // namespace voxgrad::rules
