// AvgPool3D: the mean of the cells under a sliding window.
#include "kernels/kernels.h"
#include "ops/pooling/pool.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(AvgPool3D) {
  using namespace window;
  op.group("nn_ops")
      .doc(
          "Performs 3D average pooling on the input.",
          "Each entry of the output is the mean of the cells under its window. Padding is not counted: at a "
          "border "
          "the sum is divided by the cells inside the input, also where the window is larger than the input.")
      .input("input", "T", "Shape `[batch, depth, rows, cols, channels]`.")
      .role(Role::kInput)
      .output("output", "T", "The average pooled output tensor.")
      .role(Role::kOutput)
      .attr(ksize(5))
      .attr(strides(5))
      .attr(padding())
      .attr(data_format(5))
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .infer(InferAvgPool)
      .gradient([](Grad& g) {
        return g.of("input", g.op("AvgPool3DGrad", {g.shape(g.input("input")), g.upstream()}));
      })
      .run([](Run& c) { AvgPool(c.exec(), AvgPoolProblem(c), c.in("input"), c.out()); })
      .example("The mean of a ramp over windows that are larger than the volume: padding is not counted.",
               {{"input",
                 "float[2,2,2,2,2]:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,"
                 "28,29,30,31,32"},
                {"ksize", "1,4,3,2,1"},
                {"strides", "1,4,3,2,1"},
                {"padding", "SAME"}},
               {"float[2,1,1,1,2]:8,9,24,25"});
}

}  // namespace voxgrad
