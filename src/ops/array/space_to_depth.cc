// SpaceToDepth: the cells of blocks in space become groups of channels.
#include "absl/strings/str_cat.h"
#include "ops/array/blocks.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferSpaceToDepth(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  absl::StatusOr<Ints> sizes = rules::ImageSizes(c);
  if (!sizes.ok()) return sizes.status();
  const int64_t block = c.integer("block_size");
  int64_t& channels = (*sizes)[3];
  for (size_t i : {1, 2}) {
    if ((*sizes)[i] < 0) continue;
    if ((*sizes)[i] % block != 0) {
      return c.Invalid("block_size", absl::StrCat("is ", block, ", which does not divide the space of input ",
                                                  c.input("input").shape.DebugString(), "."));
    }
    (*sizes)[i] /= block;
  }
  for (int axis = 0; axis < 2 && channels >= 0; ++axis) {
    if (__builtin_mul_overflow(channels, block, &channels))
      return c.Invalid("block_size", "makes an axis of more than 2^63 - 1 elements.");
  }
  rules::SetImage(c, *sizes);
  return absl::OkStatus();
}

}  // namespace

OP(SpaceToDepth) {
  op.group("array_ops")
      .doc("SpaceToDepth for tensors of type T.",
           "Rearranges blocks of spatial data into depth: the cells of a block of `block_size * block_size`, "
           "row "
           "by row, become groups of channels.")
      .input("input", "T", "")
      .output("output", "T", "")
      .type("T", {});
  rules::DepthAttributes(op)
      .infer(InferSpaceToDepth)
      .gradient([](Grad& g) { return g.of("input", g.op("DepthToSpace", {g.upstream()})); })
      .run([](Run& c) { rules::CopyDepth(c, c.tensor("input"), c.result(), /*to_depth=*/true); })
      .example("Four cells become four channels.", {{"input", "float[1,2,2,1]:1,2,3,4"}, {"block_size", "2"}},
               {"float[1,1,1,4]:1,2,3,4"});
}

}  // namespace voxgrad
