// ResizeBilinear: an image of another size, each cell between its neighbours.
#include "ops/image/resize.h"

namespace voxgrad {

OP(ResizeBilinear) {
  op.group("image_ops")
      .doc("Resize `images` to `size` using bilinear interpolation.",
           "Input images can be of different types but output images are always float.")
      .input("images", "T", "4-D with shape `[batch, height, width, channels]`.")
      .input("size", DT_INT32, "A 1-D int32 Tensor of 2 elements: `new_height, new_width`.")
      .on_host()
      .output("resized_images", DT_FLOAT, "4-D with shape `[batch, new_height, new_width, channels]`.")
      .type("T", {DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_BFLOAT16, DT_HALF, DT_FLOAT,
                  DT_DOUBLE});
  rules::ResizeAttributes(op)
      .infer([](Infer& c) { return rules::InferResize(c, "images"); })
      .gradient([](Grad& g) {
        g.none("size");
        return g.of("images", g.op("ResizeBilinearGrad", {g.upstream(), g.input("images")}));
      })
      .run([](Run& c) { rules::RunResize(c, "images", /*linear=*/true, /*backward=*/false); })
      .example("Twice as wide.", {{"images", "float[1,1,2,1]:1,2"}, {"size", "int32[2]:1,4"}},
               {"float[1,1,4,1]:1,1.5,2,2"});
}

}  // namespace voxgrad
