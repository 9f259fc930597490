// GatherV2: slices along an axis, picked by their numbers.
#include "ops/rules/axes.h"
#include "ops/rules/gather.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

absl::Status InferGatherV2(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c, "Tparams"); !status.ok()) return status;
  if (absl::Status status = rules::ExpectScalar(c, "axis"); !status.ok()) return status;
  if (const std::optional<int64_t> axis = rules::KnownInt(c, "axis"))
    return rules::InferGather(c, {*axis, c.integer("batch_dims")});
  const int params = c.input("params").shape.dims();
  const int indices = c.input("indices").shape.dims();
  if (params < 0 || indices < 0 || c.integer("batch_dims") < 0) return absl::OkStatus();
  c.SetOutput(0, rules::OfRank(params - 1 + indices - c.integer("batch_dims")));
  return absl::OkStatus();
}

absl::Status GatherV2Gradient(Grad& g) {
  g.none("indices");
  g.none("axis");
  int64_t batch = g.call().integer("batch_dims");
  if (batch < 0) batch += g.info(g.input("indices")).shape.dims();
  if (batch < 0)
    return g.call().Unimplemented("batch_dims", "is below 0, and the rank of indices is not known yet.");
  return g.of("params", rules::GatherGradient(g, g.input("axis"), batch));
}

}  // namespace

OP(GatherV2) {
  op.group("array_ops")
      .doc("Gather slices from `params` axis `axis` according to `indices`.",
           "`output[p, i, s] = params[p, indices[i], s]`, where p are the dimensions before `axis` and s "
           "those "
           "behind it. The first `batch_dims` dimensions are shared: each of their places has indices of its "
           "own.")
      .input("params", "Tparams", "The tensor to pick from.")
      .input("indices", "Tindices", "Each must be in the range `[0, params.shape[axis])`.")
      .on_host()
      .input("axis", "Taxis",
             "The axis in `params` to gather `indices` from. Negative ones count from behind.")
      .on_host()
      .output("output", "Tparams",
              "Of shape `params.shape[:axis] + indices.shape[batch_dims:] + params.shape[axis + 1:]`.")
      .attr("batch_dims", AttrKind::kInt, "The number of leading dimensions that are shared.", 0)
      .type("Tparams", {})
      .type("Tindices", {DT_INT16, DT_INT32, DT_INT64})
      .type("Taxis", {DT_INT32, DT_INT64})
      .infer(InferGatherV2)
      .gradient(GatherV2Gradient)
      .run([](Run& c) {
        rules::RunGather(
            c, {*rules::KnownInt(c, "axis"),
                c.integer("batch_dims")});  // NOLINT(bugprone-unchecked-optional-access): known at a run
      })
      .example("Two columns of three.",
               {{"params", "float[2,3]:1,2,3,4,5,6"}, {"indices", "int32[2]:2,0"}, {"axis", "int32[]:1"}},
               {"float[2,2]:3,1,6,4"});
}

}  // namespace voxgrad
