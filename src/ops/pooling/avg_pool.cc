// AvgPool: the mean of the cells under a sliding window.
#include "kernels/kernels.h"
#include "ops/pooling/pool.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(AvgPool) {
  using namespace window;
  op.group("nn_ops")
      .doc(
          "Performs average pooling on the input.",
          "Each entry of the output is the mean of the cells under its window. Padding is not counted: at a "
          "border "
          "the sum is divided by the cells inside the input, also where the window is larger than the input.")
      .input("value", "T", "4-D with shape `[batch, height, width, channels]`.")
      .role(Role::kInput)
      .output("output", "T", "The average pooled output tensor.")
      .role(Role::kOutput)
      .attr(ksize(4))
      .attr(strides(4))
      .attr(padding())
      .attr(data_format(4))
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .infer(InferAvgPool)
      .gradient([](Grad& g) {
        return g.of("value", g.op("AvgPoolGrad", {g.shape(g.input("value")), g.upstream()}));
      })
      .run([](Run& c) { AvgPool(c.exec(), AvgPoolProblem(c), c.in("value"), c.out()); })
      .example("The mean of each 2x2 block.",
               {{"value", "float[1,4,4,1]:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"},
                {"ksize", "1,2,2,1"},
                {"strides", "1,2,2,1"},
                {"padding", "VALID"}},
               {"float[1,2,2,1]:3.5,5.5,11.5,13.5"});
}

}  // namespace voxgrad
