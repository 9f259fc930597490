// GatherNd: slices of a tensor, each named by its place along the first axes.
#include "absl/strings/str_cat.h"
#include "kernels/array/gather.h"
#include "ops/array/nd_indices.h"
#include "ops/rules/axes.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferGatherNd(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c, "Tparams"); !status.ok()) return status;
  const PartialTensorShape& params = c.input("params").shape;
  const PartialTensorShape& indices = c.input("indices").shape;
  for (const char* input : {"params", "indices"}) {
    if (c.input(input).shape.dims() == 0)
      return c.Invalid(input, "is a scalar, but must have at least 1 dimension.");
  }
  const int64_t depth = rules::IndexDepth(c);
  if (params.unknown_rank() || depth < 0) return absl::OkStatus();
  if (depth > params.dims()) {
    return c.Invalid("indices",
                     absl::StrCat("is ", indices.DebugString(), ", entries of ", depth,
                                  " places, but params has ", rules::Dimensions(params.dims()), "."));
  }
  const auto in = absl::MakeConstSpan(params.dim_sizes());
  const auto entries = absl::MakeConstSpan(indices.dim_sizes());
  Ints sizes(entries.begin(), entries.end() - 1);
  sizes.insert(sizes.end(), in.begin() + depth, in.end());
  if (params.IsFullyDefined() && indices.IsFullyDefined()) {
    if (absl::Status status = rules::CheckShape(c, "indices", sizes); !status.ok()) return status;
  }
  c.SetOutput(0, PartialTensorShape(sizes));
  return rules::CheckNdIndices(c, in.first(static_cast<size_t>(depth)), "params, whose first sizes are");
}

void RunGatherNd(Run& c) {
  if (c.result().NumElements() == 0) return;
  const Tensor& params = c.tensor("params");
  const auto in = absl::MakeConstSpan(params.shape().dim_sizes());
  const auto depth = static_cast<size_t>(rules::IndexDepth(c));
  const Ints numbers = rules::RowNumbers(c, in.first(depth));
  GatherProblem problem;
  problem.rows = 1;
  problem.row_bytes = DataTypeSize(params.dtype());
  for (size_t i = 0; i < in.size(); ++i) (i < depth ? problem.rows : problem.row_bytes) *= in[i];
  problem.picks = static_cast<int64_t>(numbers.size());
  GatherRows(c.exec(), problem, numbers, params.data(), c.out());
}

}  // namespace

OP(GatherNd) {
  op.group("array_ops")
      .doc("Gather slices from `params` into a Tensor with shape specified by `indices`.",
           "The last dimension of `indices` holds places along the first axes of `params`: `output[i, ...] = "
           "params[indices[i], ...]`.")
      .input("params", "Tparams", "The tensor from which to gather values.")
      .input("indices", "Tindices", "Index tensor.")
      .on_host()
      .output("output", "Tparams", "Of shape `indices.shape[:-1] + params.shape[indices.shape[-1]:]`.")
      .type("Tparams", {})
      .type("Tindices", {DT_INT16, DT_INT32, DT_INT64});
  rules::BadIndicesPolicy(op)
      .infer(InferGatherNd)
      .gradient([](Grad& g) {
        g.none("indices");
        Grad::Value indices = g.input("indices");
        if (g.call().type("Tindices") == DT_INT16) indices = g.cast(indices, DT_INT32);
        const Grad::Value sizes = g.op("Shape", {g.input("params")}, {{"out_type", g.info(indices).dtype}});
        return g.of("params", g.op("ScatterNd", {indices, g.upstream(), sizes}));
      })
      .run(RunGatherNd)
      .example("Two elements of a matrix.",
               {{"params", "float[2,2]:1,2,3,4"}, {"indices", "int32[2,2]:0,1,1,0"}}, {"float[2]:2,3"});
}

}  // namespace voxgrad
