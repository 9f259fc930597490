// ResizeNearestNeighborGrad: the gradient of ResizeNearestNeighbor.
#include "ops/image/resize.h"

namespace voxgrad {

OP(ResizeNearestNeighborGrad) {
  op.group("image_ops")
      .internal()
      .doc("Computes the gradient of nearest neighbor interpolation.",
           "Each cell gets the sum of what arrives at the cells that were made of it.")
      .gradient_of("ResizeNearestNeighbor")
      .input("grads", "T", "4-D with shape `[batch, height, width, channels]`.")
      .input("size", DT_INT32, "A 1-D int32 Tensor of 2 elements: `orig_height, orig_width`.")
      .on_host()
      .output("output", "T", "4-D with shape `[batch, orig_height, orig_width, channels]`.")
      .type("T", {DT_UINT8, DT_INT8, DT_INT32, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_BFLOAT16});
  rules::ResizeAttributes(op)
      .infer([](Infer& c) { return rules::InferResize(c, "grads"); })
      .gradient([](Grad& g) {
        g.none("size");
        return g.of("grads",
                    g.op("ResizeNearestNeighbor", {g.upstream(), rules::SpaceOf(g, g.input("grads"))}));
      })
      .run([](Run& c) { rules::RunResize(c, "grads", /*linear=*/false, /*backward=*/true); })
      .example("Two cells were made of each.",
               {{"grads", "float[1,1,4,1]:1,2,3,4"}, {"size", "int32[2]:1,2"}}, {"float[1,1,2,1]:3,7"});
}

}  // namespace voxgrad
