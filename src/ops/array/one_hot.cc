// OneHot: indices as vectors with one element set.
#include "kernels/array/one_hot.h"

#include "absl/strings/str_cat.h"
#include "ops/rules/axes.h"
#include "ops/rules/shapes.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

/// Where the new axis stands; the last place is -1.
absl::StatusOr<int> AxisOfResult(const Infer& c, int rank) {
  const int64_t axis = c.integer("axis");
  if (axis == -1) return rank;
  if (axis >= 0 && axis <= rank) return static_cast<int>(axis);
  return c.Invalid("axis", absl::StrCat("is ", axis, ", but must be from -1 to ", rank, ", the number of ",
                                        "dimensions of indices."));
}

absl::Status InferOneHot(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  for (const char* name : {"depth", "on_value", "off_value"}) {
    if (absl::Status status = rules::ExpectScalar(c, name); !status.ok()) return status;
  }
  const std::optional<int64_t> depth = rules::KnownInt(c, "depth");
  if (depth && *depth < 0)
    return c.Invalid("depth", absl::StrCat("is ", *depth, ", but must not be below 0."));
  const PartialTensorShape& indices = c.input("indices").shape;
  if (indices.unknown_rank()) return absl::OkStatus();
  const absl::StatusOr<int> axis = AxisOfResult(c, indices.dims());
  if (!axis.ok()) return axis.status();
  Ints sizes(indices.dim_sizes().begin(), indices.dim_sizes().end());
  sizes.insert(sizes.begin() + *axis, depth.value_or(-1));
  if (depth && indices.IsFullyDefined()) {
    if (absl::Status status = rules::CheckShape(c, "depth", sizes); !status.ok()) return status;
  }
  c.SetOutput(0, PartialTensorShape(sizes));
  return absl::OkStatus();
}

void RunOneHot(Run& c) {
  const Tensor& indices = c.tensor("indices");
  const int axis = *AxisOfResult(c, indices.dims());
  OneHotProblem problem;
  for (int i = 0; i < indices.dims(); ++i) (i < axis ? problem.outer : problem.inner) *= indices.dim_size(i);
  problem.depth = c.result().dim_size(axis);
  problem.bytes = DataTypeSize(c.result().dtype());
  OneHot(c.exec(), problem, *c.host_ints("indices"), c.in("on_value"), c.in("off_value"), c.out());
}

}  // namespace

OP(OneHot) {
  op.group("array_ops")
      .doc("Returns a one-hot tensor.",
           "The locations represented by indices in `indices` take value `on_value`, while all other "
           "locations "
           "take value `off_value`. An index outside `[0, depth)` sets nothing.")
      .input("indices", "TI", "A tensor of indices.")
      .on_host()
      .input("depth", DT_INT32, "A scalar defining the depth of the one hot dimension.")
      .on_host()
      .input("on_value", "T", "A scalar defining the value to fill in output when `indices[j] = i`.")
      .input("off_value", "T", "A scalar defining the value to fill in output when `indices[j] != i`.")
      .output("output", "T", "The one-hot tensor.")
      .attr("axis", AttrKind::kInt, "The axis to fill (default: -1, a new inner-most axis).", -1)
      .type("T", {})
      .type("TI", {DT_UINT8, DT_INT8, DT_INT32, DT_INT64}, DT_INT64)
      .no_gradient()
      .infer(InferOneHot)
      .run(RunOneHot)
      .example("Three classes.",
               {{"indices", "int32[2]:0,2"},
                {"depth", "int32[]:3"},
                {"on_value", "float[]:1"},
                {"off_value", "float[]:0"}},
               {"float[2,3]:1,0,0,0,0,1"});
}

}  // namespace voxgrad
