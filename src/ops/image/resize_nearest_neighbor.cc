// ResizeNearestNeighbor: an image of another size, each cell the nearest one.
#include "ops/image/resize.h"

namespace voxgrad {

OP(ResizeNearestNeighbor) {
  op.group("image_ops")
      .doc("Resize `images` to `size` using nearest neighbor interpolation.")
      .input("images", "T", "4-D with shape `[batch, height, width, channels]`.")
      .input("size", DT_INT32, "A 1-D int32 Tensor of 2 elements: `new_height, new_width`.")
      .on_host()
      .output("resized_images", "T", "4-D with shape `[batch, new_height, new_width, channels]`.")
      .type("T", {DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_HALF, DT_FLOAT, DT_DOUBLE,
                  DT_BFLOAT16});
  rules::ResizeAttributes(op)
      .infer([](Infer& c) { return rules::InferResize(c, "images"); })
      .gradient([](Grad& g) {
        g.none("size");
        return g.of("images",
                    g.op("ResizeNearestNeighborGrad", {g.upstream(), rules::SpaceOf(g, g.input("images"))}));
      })
      .run([](Run& c) { rules::RunResize(c, "images", /*linear=*/false, /*backward=*/false); })
      .example("Twice as wide.", {{"images", "float[1,1,2,1]:1,2"}, {"size", "int32[2]:1,4"}},
               {"float[1,1,4,1]:1,1,2,2"});
}

}  // namespace voxgrad
