// BatchToSpaceND: images of the batch become the cells of blocks in space.
#include "absl/strings/str_cat.h"
#include "ops/array/blocks.h"
#include "ops/rules/axes.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferBatchToSpaceNd(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  const auto blocks = rules::ReadBlocks(c, "crops");
  if (!blocks.ok()) return blocks.status();
  const PartialTensorShape& input = c.input("input").shape;
  c.SetOutput(0, rules::OfRank(input.dims()));
  if (!*blocks || input.unknown_rank()) return absl::OkStatus();
  const rules::Blocks& b = **blocks;
  Ints sizes(input.dim_sizes().begin(), input.dim_sizes().end());
  if (sizes[0] >= 0 && sizes[0] % b.count != 0) {
    return c.Invalid("block_shape", absl::StrCat("has blocks of ", b.count,
                                                 " cells, which does not divide the batch of input ",
                                                 input.DebugString(), "."));
  }
  if (sizes[0] >= 0) sizes[0] /= b.count;
  for (size_t i = 0; i < b.sizes.size(); ++i) {
    int64_t& size = sizes[i + 1];
    if (size < 0) continue;
    if (__builtin_mul_overflow(size, b.sizes[i], &size))
      return c.Invalid("block_shape", "makes an axis of more than 2^63 - 1 elements.");
    const int64_t before = b.borders[2 * i], after = b.borders[2 * i + 1];
    if (before > size || after > size - before) {
      return c.Invalid("crops", absl::StrCat("is ", before, " and ", after, " for axis ", i + 1,
                                             ", which has ", size, " cells before they are cut."));
    }
    size -= before + after;
  }
  c.SetOutput(0, PartialTensorShape(sizes));
  return absl::OkStatus();
}

}  // namespace

OP(BatchToSpaceND) {
  op.group("array_ops")
      .doc("BatchToSpace for N-D tensors of type T.",
           "The opposite of SpaceToBatchND: images of the batch become the cells of blocks of shape "
           "`block_shape`, and `crops` is cut from the space that they make.")
      .input("input", "T", "N-D with shape `input_shape = [batch] + spatial_shape + remaining_shape`.")
      .input("block_shape", "Tblock_shape", "1-D with shape `[M]`, all values must be >= 1.")
      .on_host()
      .input("crops", "Tcrops",
             "2-D with shape `[M, 2]`, all values must be >= 0. `crops[i] = [crop_start, crop_end]` "
             "specifies the "
             "amount to crop from input dimension `i + 1`.")
      .on_host()
      .output("output", "T", "")
      .type("T", {})
      .type("Tblock_shape", {DT_INT32, DT_INT64}, DT_INT32)
      .type("Tcrops", {DT_INT32, DT_INT64}, DT_INT32)
      .infer(InferBatchToSpaceNd)
      .gradient([](Grad& g) {
        g.none("block_shape");
        g.none("crops");
        return g.of("input",
                    g.op("SpaceToBatchND", {g.upstream(), g.input("block_shape"), g.input("crops")}));
      })
      .run([](Run& c) {
        rules::CopyBlocks(c.exec(), **rules::ReadBlocks(c, "crops"), c.result(), c.tensor("input"),
                          /*to_batch=*/false);
      })
      .example("Four images become four cells.",
               {{"input", "float[4,1,1,1]:1,2,3,4"},
                {"block_shape", "int32[2]:2,2"},
                {"crops", "int32[2,2]:0,0,0,0"}},
               {"float[1,2,2,1]:1,2,3,4"});
}

}  // namespace voxgrad
