#include "ops/nn/top_k_rule.h"

#include "absl/strings/str_cat.h"
#include "kernels/sums/top_k.h"
#include "ops/rules/axes.h"
#include "ops/rules/shapes.h"

namespace voxgrad::rules {

absl::Status InferTopK(Infer& c, std::optional<int64_t> k) {
  if (k && *k < 0) return c.Invalid("k", absl::StrCat("is ", *k, ", but must not be below 0."));
  const PartialTensorShape& input = c.input("input").shape;
  if (input.unknown_rank()) return absl::OkStatus();
  if (input.dims() == 0) return c.Invalid("input", "is a scalar, but must have at least 1 dimension.");
  const int64_t columns = input.dim_size(input.dims() - 1);
  if (k && columns >= 0 && *k > columns) {
    return c.Invalid("k", absl::StrCat("is ", *k, ", but the rows of input ", input.DebugString(), " have ",
                                       columns, columns == 1 ? " element." : " elements."));
  }
  Ints sizes(input.dim_sizes().begin(), input.dim_sizes().end());
  sizes.back() = k.value_or(-1);
  for (size_t i : {0, 1}) c.SetOutput(i, PartialTensorShape(sizes));
  return absl::OkStatus();
}

void RunTopK(Run& c, int64_t k) {
  const Tensor& input = c.tensor("input");
  if (input.NumElements() == 0) return;
  TopKProblem problem;
  problem.type = input.dtype();
  problem.columns = input.dim_size(input.dims() - 1);
  problem.rows = input.NumElements() / problem.columns;
  problem.k = k;
  problem.place_type = c.result(1).dtype();
  TopK(c.exec(), problem, input.data(), c.out(0), c.out(1));
}

Grad::Value TopKGradient(Grad& g) {
  const Grad::Value sizes = g.shape(g.input("input"));
  const Grad::Value last = g.op(
      "Reshape", {g.op("Sub", {g.op("Size", {sizes}, {{"out_type", DT_INT32}}), g.integer(1)}), g.ints({1})});
  const Grad::Value columns = g.op("Slice", {sizes, last, g.ints({1})});
  const Grad::Value rows =
      g.op("Prod", {g.op("Slice", {sizes, g.ints({0}), last}), g.ints({0})}, {{"keep_dims", true}});
  const Grad::Value k = g.op("Slice", {g.shape(g.output(0)), last, g.ints({1})});
  const Grad::Value matrix = g.op("ConcatV2", {rows, k, g.integer(0)});
  const Grad::Value numbers =
      g.op("Range", {g.integer(0), g.op("Reshape", {rows, g.ints(Ints())}), g.integer(1)});
  const Grad::Value first = g.op("Reshape", {g.op("Mul", {numbers, columns}), g.ints({-1, 1})});
  const Grad::Value places = g.op("AddV2", {g.op("Reshape", {g.cast(g.output(1), DT_INT32), matrix}), first});
  const Grad::Value total = g.op("Reshape", {g.op("Mul", {rows, columns}), g.ints(Ints())});
  const Grad::Value sums =
      g.op("UnsortedSegmentSum", {g.op("Reshape", {g.upstream(), matrix}), places, total});
  return g.op("Reshape", {sums, sizes});
}

absl::Status InferInTopK(Infer& c) {
  const PartialTensorShape& predictions = c.input("predictions").shape;
  if (!predictions.unknown_rank() && predictions.dims() != 2) {
    return c.Invalid("predictions",
                     absl::StrCat("has shape ", predictions.DebugString(),
                                  ", but must be a matrix, a row of classes for each target."));
  }
  if (absl::Status status = ExpectVector(c, "targets"); !status.ok()) return status;
  const int64_t rows = predictions.unknown_rank() ? -1 : predictions.dim_size(0);
  const int64_t targets = VectorSize(c.input("targets"));
  c.SetOutput(0, PartialTensorShape({rows < 0 ? targets : rows}));
  if (rows < 0 || targets < 0 || rows == targets) return absl::OkStatus();
  return c.Invalid("targets", absl::StrCat("has ", targets, " elements, but predictions is ",
                                           predictions.DebugString(), "; each row needs one."));
}

void RunInTopK(Run& c, int64_t k) {
  const Tensor& predictions = c.tensor("predictions");
  InTopK(c.exec(), predictions.dim_size(0), predictions.dim_size(1), predictions.data(),
         *c.host_ints("targets"), k, c.out());
}

}  // namespace voxgrad::rules
