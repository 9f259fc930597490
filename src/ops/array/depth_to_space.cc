// DepthToSpace: groups of channels become the cells of blocks in space.
#include "absl/strings/str_cat.h"
#include "ops/array/blocks.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferDepthToSpace(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  absl::StatusOr<Ints> sizes = rules::ImageSizes(c);
  if (!sizes.ok()) return sizes.status();
  const int64_t block = c.integer("block_size");
  int64_t cells = 0;
  if (__builtin_mul_overflow(block, block, &cells) || ((*sizes)[3] >= 0 && (*sizes)[3] % cells != 0)) {
    return c.Invalid("block_size",
                     absl::StrCat("is ", block, ", whose square does not divide the channels of input ",
                                  c.input("input").shape.DebugString(), "."));
  }
  if ((*sizes)[3] >= 0) (*sizes)[3] /= cells;
  for (size_t i : {1, 2}) {
    if ((*sizes)[i] >= 0 && __builtin_mul_overflow((*sizes)[i], block, &(*sizes)[i]))
      return c.Invalid("block_size", "makes an axis of more than 2^63 - 1 elements.");
  }
  rules::SetImage(c, *sizes);
  return absl::OkStatus();
}

}  // namespace

OP(DepthToSpace) {
  op.group("array_ops")
      .doc("DepthToSpace for tensors of type T.",
           "Rearranges data from depth into blocks of spatial data: `block_size * block_size` groups of "
           "channels "
           "become the cells of a block, row by row.")
      .input("input", "T", "")
      .output("output", "T", "")
      .type("T", {});
  rules::DepthAttributes(op)
      .infer(InferDepthToSpace)
      .gradient([](Grad& g) { return g.of("input", g.op("SpaceToDepth", {g.upstream()})); })
      .run([](Run& c) { rules::CopyDepth(c, c.result(), c.tensor("input"), /*to_depth=*/false); })
      .example("Four channels become four cells.", {{"input", "float[1,1,1,4]:1,2,3,4"}, {"block_size", "2"}},
               {"float[1,2,2,1]:1,2,3,4"});
}

}  // namespace voxgrad
