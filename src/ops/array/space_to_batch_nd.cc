// SpaceToBatchND: the cells of blocks in space become images of the batch.
#include "absl/strings/str_cat.h"
#include "ops/array/blocks.h"
#include "ops/rules/axes.h"
#include "ops/rules/boxes.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferSpaceToBatchNd(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  const auto blocks = rules::ReadBlocks(c, "paddings");
  if (!blocks.ok()) return blocks.status();
  const PartialTensorShape& input = c.input("input").shape;
  c.SetOutput(0, rules::OfRank(input.dims()));
  if (!*blocks || input.unknown_rank()) return absl::OkStatus();
  const rules::Blocks& b = **blocks;
  Ints sizes(input.dim_sizes().begin(), input.dim_sizes().end());
  if (sizes[0] >= 0 && __builtin_mul_overflow(sizes[0], b.count, &sizes[0]))
    return c.Invalid("block_shape", "makes a batch of more than 2^63 - 1 images.");
  for (size_t i = 0; i < b.sizes.size(); ++i) {
    int64_t& size = sizes[i + 1];
    if (size < 0) continue;
    for (size_t side : {0, 1}) {
      if (absl::Status status = rules::AddToSize(c, "paddings", b.borders[2 * i + side], &size); !status.ok())
        return status;
    }
    if (size % b.sizes[i] != 0) {
      return c.Invalid("block_shape", absl::StrCat("is ", b.sizes[i], " for axis ", i + 1,
                                                   ", which does not divide its padded size, ", size, "."));
    }
    size /= b.sizes[i];
  }
  c.SetOutput(0, PartialTensorShape(sizes));
  return absl::OkStatus();
}

}  // namespace

OP(SpaceToBatchND) {
  op.group("array_ops")
      .doc("SpaceToBatch for N-D tensors of type T.",
           "The space, dimensions `1` to `M`, is padded with zeros and cut into blocks of shape "
           "`block_shape`; "
           "the cells that have one place in their blocks become one image of the batch.")
      .input("input", "T", "N-D with shape `input_shape = [batch] + spatial_shape + remaining_shape`.")
      .input("block_shape", "Tblock_shape", "1-D with shape `[M]`, all values must be >= 1.")
      .on_host()
      .input("paddings", "Tpaddings",
             "2-D with shape `[M, 2]`, all values must be >= 0. `paddings[i] = [pad_start, pad_end]` "
             "specifies the "
             "padding for input dimension `i + 1`.")
      .on_host()
      .output("output", "T", "")
      .type("T", {})
      .type("Tblock_shape", {DT_INT32, DT_INT64}, DT_INT32)
      .type("Tpaddings", {DT_INT32, DT_INT64}, DT_INT32)
      .infer(InferSpaceToBatchNd)
      .gradient([](Grad& g) {
        g.none("block_shape");
        g.none("paddings");
        return g.of("input",
                    g.op("BatchToSpaceND", {g.upstream(), g.input("block_shape"), g.input("paddings")}));
      })
      .run([](Run& c) {
        const auto blocks = rules::ReadBlocks(c, "paddings");
        rules::ClearTensor(c.result());
        rules::CopyBlocks(c.exec(), **blocks, c.tensor("input"), c.result(), /*to_batch=*/true);
      })
      .example("Four cells become four images.",
               {{"input", "float[1,2,2,1]:1,2,3,4"},
                {"block_shape", "int32[2]:2,2"},
                {"paddings", "int32[2,2]:0,0,0,0"}},
               {"float[4,1,1,1]:1,2,3,4"});
}

}  // namespace voxgrad
