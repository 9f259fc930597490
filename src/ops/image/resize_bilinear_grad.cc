// ResizeBilinearGrad: the gradient of ResizeBilinear.
#include "ops/image/resize.h"

namespace voxgrad {

OP(ResizeBilinearGrad) {
  op.group("image_ops")
      .internal()
      .doc("Computes the gradient of bilinear interpolation.",
           "Each cell gets its share of what arrives at the cells that were made of it; of `original_image` "
           "only the "
           "shape and the type are looked at.")
      .gradient_of("ResizeBilinear")
      .input("grads", DT_FLOAT, "4-D with shape `[batch, height, width, channels]`.")
      .input(
          "original_image", "T",
          "4-D with shape `[batch, orig_height, orig_width, channels]`, the image tensor that was resized.")
      .output("output", "T", "4-D with shape `[batch, orig_height, orig_width, channels]`.")
      .type("T", {DT_FLOAT, DT_BFLOAT16, DT_HALF, DT_DOUBLE});
  rules::ResizeAttributes(op)
      .infer([](Infer& c) { return rules::InferResizeLike(c, "grads", "original_image"); })
      .gradient([](Grad& g) {
        const Grad::Value image = g.input("original_image");
        if (absl::Status status = g.of("original_image", g.zeros_like(image)); !status.ok()) return status;
        return g.of("grads", g.op("ResizeBilinear", {g.upstream(), rules::SpaceOf(g, g.input("grads"))}));
      })
      .run([](Run& c) { rules::RunResize(c, "grads", /*linear=*/true, /*backward=*/true); })
      .example("A cell between two gives half to each.",
               {{"grads", "float[1,1,4,1]:1,2,3,4"}, {"original_image", "float[1,1,2,1]:0,0"}},
               {"float[1,1,2,1]:2,8"});
}

}  // namespace voxgrad
