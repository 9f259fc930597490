// ScatterNd: slices put to their places in a tensor of zeros.
#include "absl/strings/str_cat.h"
#include "kernels/sums/segment.h"
#include "ops/array/nd_indices.h"
#include "ops/rules/axes.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

/// `updates` is a slice for each entry of `indices`.
absl::Status CheckUpdates(const Infer& c, const Ints& sizes, int64_t depth) {
  const PartialTensorShape& updates = c.input("updates").shape;
  const PartialTensorShape& indices = c.input("indices").shape;
  if (depth > static_cast<int64_t>(sizes.size())) {
    return c.Invalid("indices", absl::StrCat("is ", indices.DebugString(), ", entries of ", depth,
                                             " places, but shape is ", ShapeString(sizes), "."));
  }
  Ints wanted(indices.dim_sizes().begin(), indices.dim_sizes().end() - 1);
  wanted.insert(wanted.end(), sizes.begin() + depth, sizes.end());
  if (updates.IsCompatibleWith(PartialTensorShape(wanted))) return absl::OkStatus();
  return c.Invalid("updates",
                   absl::StrCat("is ", updates.DebugString(), ", but indices ", indices.DebugString(),
                                " into a shape of ", ShapeString(sizes), " take ", ShapeString(wanted), "."));
}

absl::Status InferScatterNd(Infer& c) {
  if (absl::Status status = rules::ExpectRealOrBool(c); !status.ok()) return status;
  if (absl::Status status = rules::ExpectVector(c, "shape"); !status.ok()) return status;
  if (c.input("indices").shape.dims() == 0)
    return c.Invalid("indices", "is a scalar, but must have at least 1 dimension.");
  c.SetOutput(0, rules::OfRank(rules::VectorSize(c.input("shape"))));
  const std::optional<Ints> sizes = rules::KnownInts(c, "shape");
  if (!sizes) return absl::OkStatus();
  if (absl::Status status = rules::CheckShape(c, "shape", *sizes); !status.ok()) return status;
  c.SetOutput(0, PartialTensorShape(*sizes));
  if (sizes->empty()) return AtRun(c.Invalid("shape", "is empty, but must have at least 1 value."));
  const int64_t depth = rules::IndexDepth(c);
  if (depth < 0) return absl::OkStatus();
  if (absl::Status status = CheckUpdates(c, *sizes, depth); !status.ok()) return status;
  return rules::CheckNdIndices(c, absl::MakeConstSpan(*sizes).first(static_cast<size_t>(depth)),
                               "the shape, whose first sizes are");
}

void RunScatterNd(Run& c) {
  const auto sizes = absl::MakeConstSpan(c.result().shape().dim_sizes());
  const auto depth = static_cast<size_t>(rules::IndexDepth(c));
  int64_t rows = 1, width = 1;
  for (size_t i = 0; i < sizes.size(); ++i) (i < depth ? rows : width) *= sizes[i];
  // Entries without places and with empty slices may be more than memory.
  const bool nothing = c.tensor("updates").NumElements() == 0;
  const Ints numbers = nothing ? Ints() : rules::RowNumbers(c, sizes.first(depth));
  SumSegments(c.exec(), c.result().dtype(), numbers, rows, width, c.in("updates"), c.out());
}

}  // namespace

OP(ScatterNd) {
  op.group("array_ops")
      .doc("Scatters `updates` into a tensor of shape `shape` according to `indices`.",
           "The opposite of GatherNd. Slices that go to the same place are added, in their order; booleans "
           "are "
           "joined by OR. Where none goes there are zeros.")
      .input("indices", "Tindices", "Tensor of indices.")
      .on_host()
      .input("updates", "T", "Values to scatter into the output tensor.")
      .input("shape", "Tindices", "1-D. The shape of the output tensor.")
      .on_host()
      .output("output", "T",
              "A new tensor with the given shape and updates applied according to the indices.")
      .type("T", {})
      .type("Tindices", {DT_INT16, DT_INT32, DT_INT64});
  rules::BadIndicesPolicy(op)
      .infer(InferScatterNd)
      .gradient([](Grad& g) {
        g.none("indices");
        g.none("shape");
        return g.of("updates", g.op("GatherNd", {g.upstream(), g.input("indices")}));
      })
      .run(RunScatterNd)
      .example("Two elements go to one place.",
               {{"indices", "int32[3,1]:4,1,4"}, {"updates", "float[3]:9,10,11"}, {"shape", "int32[1]:5"}},
               {"float[5]:0,10,0,0,20"});
}

}  // namespace voxgrad
