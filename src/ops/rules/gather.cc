#include "ops/rules/gather.h"

#include "absl/strings/str_cat.h"
#include "kernels/array/gather.h"
#include "ops/rules/axes.h"
#include "ops/rules/shapes.h"
#include "ops/rules/types.h"

namespace voxgrad::rules {
namespace {

int64_t Product(absl::Span<const int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes) product *= size;
  return product;
}

/// The number of shared dimensions, counted from the front, once the ranks allow it.
absl::StatusOr<int> BatchDims(const Infer& c, int64_t given, int axis) {
  const PartialTensorShape& params = c.input("params").shape;
  const PartialTensorShape& indices = c.input("indices").shape;
  const int64_t batch = given < 0 ? given + indices.dims() : given;
  if (batch < 0 || batch > indices.dims()) {
    return c.Invalid("batch_dims",
                     absl::StrCat("is ", given, ", but indices has ", Dimensions(indices.dims()),
                                  "; it must be from ", -indices.dims(), " to ", indices.dims(), "."));
  }
  if (batch > axis) {
    return c.Invalid("batch_dims",
                     absl::StrCat("is ", given, ", but must be at most axis, which is ", axis, "."));
  }
  for (int i = 0; i < static_cast<int>(batch); ++i) {
    const int64_t a = params.dim_size(i), b = indices.dim_size(i);
    if (a < 0 || b < 0 || a == b) continue;
    return c.Invalid("indices",
                     absl::StrCat("is ", indices.DebugString(), ", but params is ", params.DebugString(),
                                  "; the first ", batch, " dimensions must be equal."));
  }
  return static_cast<int>(batch);
}

}  // namespace

absl::Status InferGather(Infer& c, const GatherAxes& axes) {
  if (absl::Status status = ExpectPlain(c, "Tparams"); !status.ok()) return status;
  const PartialTensorShape& params = c.input("params").shape;
  const PartialTensorShape& indices = c.input("indices").shape;
  if (params.unknown_rank()) return absl::OkStatus();
  const absl::StatusOr<int> axis =
      AxisOf(c, c.op().InputIndex("axis") < 0 ? "params" : "axis", axes.axis, params.dims(), "params");
  if (!axis.ok()) return axis.status();
  if (indices.unknown_rank()) return absl::OkStatus();
  const absl::StatusOr<int> batch = BatchDims(c, axes.batch, *axis);
  if (!batch.ok()) return batch.status();
  const auto in = absl::MakeConstSpan(params.dim_sizes());
  const auto picks = absl::MakeConstSpan(indices.dim_sizes());
  const auto place = static_cast<size_t>(*axis);
  Ints sizes(in.begin(), in.begin() + *axis);
  sizes.insert(sizes.end(), picks.begin() + *batch, picks.end());
  sizes.insert(sizes.end(), in.begin() + *axis + 1, in.end());
  if (absl::Status status = CheckShape(c, "indices", sizes);
      !status.ok() && params.IsFullyDefined() && indices.IsFullyDefined()) {
    return status;
  }
  c.SetOutput(0, PartialTensorShape(sizes));
  const std::optional<Ints> values = KnownInts(c, "indices");
  if (!values || in[place] < 0) return absl::OkStatus();
  return ExpectBelow(c, "indices", *values, in[place], absl::StrCat("axis ", *axis, " of params"));
}

void RunGather(Run& c, const GatherAxes& axes) {
  const Tensor& params = c.tensor("params");
  const Tensor& indices = c.tensor("indices");
  const auto in = absl::MakeConstSpan(params.shape().dim_sizes());
  const auto picks = absl::MakeConstSpan(indices.shape().dim_sizes());
  const auto axis = static_cast<size_t>(axes.axis < 0 ? axes.axis + params.dims() : axes.axis);
  const auto batch = static_cast<size_t>(axes.batch < 0 ? axes.batch + indices.dims() : axes.batch);
  GatherProblem problem;
  problem.batch = Product(in.first(batch));
  problem.outer = Product(in.subspan(batch, axis - batch));
  problem.rows = in[axis];
  problem.picks = Product(picks.subspan(batch));
  problem.row_bytes = Product(in.subspan(axis + 1)) * DataTypeSize(params.dtype());
  GatherRows(c.exec(), problem, *c.host_ints("indices"), params.data(), c.out());
}

Grad::Value GatherGradient(Grad& g, Grad::Value axis, int64_t batch) {
  const Grad::Value params = g.input("params");
  const Grad::Value sizes = g.shape(params);
  const Grad::Value picks = g.shape(g.input("indices"));
  const auto vector = [&](Grad::Value scalar) { return g.op("Reshape", {scalar, g.ints({1})}); };
  const auto product = [&](Grad::Value list) {  // as a vector of one
    return g.op("Prod", {list, g.ints({0})}, {{"keep_dims", true}});
  };
  const Grad::Value place =
      vector(g.op("FloorMod", {g.cast(axis, DT_INT32), g.op("Size", {sizes}, {{"out_type", DT_INT32}})}));
  const Grad::Value shared = g.ints({batch});
  const auto part = [&](Grad::Value list, Grad::Value begin, Grad::Value count) {
    return g.op("Slice", {list, begin, count});
  };
  const Grad::Value batches = product(part(sizes, g.ints({0}), shared));
  const Grad::Value outer = product(part(sizes, shared, g.op("Sub", {place, shared})));
  const Grad::Value rows = part(sizes, place, g.ints({1}));
  const Grad::Value inner = product(part(sizes, g.op("AddV2", {place, g.ints({1})}), g.ints({-1})));
  const Grad::Value count = product(part(picks, shared, g.ints({-1})));
  const auto joined = [&](Grad::Values parts) {
    parts.push_back(g.integer(0));
    return g.op("ConcatV2", parts);
  };
  // [batch, outer, picks, inner], the picks in front of what lies outside the axis.
  const Grad::Value swap = g.ints({0, 2, 1, 3});
  const Grad::Value blocks = g.op("Reshape", {g.upstream(), joined({batches, outer, count, inner})});
  const Grad::Value picked = g.op("Transpose", {blocks, swap});
  // Each batch has rows of its own.
  const Grad::Value numbers =
      g.op("Range", {g.integer(0), g.op("Reshape", {batches, g.ints(Ints())}), g.integer(1)});
  const Grad::Value first = g.op("Reshape", {g.op("Mul", {numbers, rows}), g.ints({-1, 1})});
  const Grad::Value ids = g.op(
      "AddV2", {g.op("Reshape", {g.cast(g.input("indices"), DT_INT32), joined({batches, count})}), first});
  const Grad::Value total = g.op("Reshape", {g.op("Mul", {batches, rows}), g.ints(Ints())});
  const Grad::Value sums = g.op("UnsortedSegmentSum", {picked, ids, total});
  const Grad::Value back = g.op("Reshape", {sums, joined({batches, rows, outer, inner})});
  return g.op("Reshape", {g.op("Transpose", {back, swap}), sizes});
}

Grad::Value KeepRows(Grad& g, Grad::Value keep, Grad::Value rows) {
  const Grad::Value sizes = g.shape(keep);
  const Grad::Value rank = g.op("Reshape", {g.op("Size", {sizes}, {{"out_type", DT_INT32}}), g.ints({1})});
  const Grad::Value behind = g.op("Slice", {g.shape(rows), rank, g.ints({-1})});
  const Grad::Value wide = g.op("ConcatV2", {sizes, g.op("OnesLike", {behind}), g.integer(0)});
  return g.op("SelectV2", {g.op("Reshape", {keep, wide}), rows, g.zeros_like(rows)});
}

Grad::Value PickRows(Grad& g, Grad::Value from, Grad::Value numbers) {
  return g.op("GatherV2", {from, numbers, g.integer(0)}, {{"batch_dims", 0}});
}

}  // namespace voxgrad::rules
