// AvgPool3DGrad: the gradient of AvgPool3D.
#include "kernels/kernels.h"
#include "ops/pooling/pool.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(AvgPool3DGrad) {
  using namespace window;
  op.group("nn_ops")
      .doc("Computes gradients of average pooling function.",
           "Every cell inside a window gets an equal share of that window's gradient; where windows overlap "
           "the "
           "shares add up. Only the shape of the original input is needed, not its values.")
      .gradient_of("AvgPool3D")
      .input("orig_input_shape", DT_INT32, "The original input dimensions.")
      .sizes_of(Role::kInput)
      .input("grad", "T", "Output backprop of shape `[batch, depth, rows, cols, channels]`.")
      .role(Role::kOutput)
      .output("output", "T", "The backprop for input.")
      .role(Role::kInput)
      .attr(ksize(5))
      .attr(strides(5))
      .attr(padding())
      .attr(data_format(5))
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .infer(InferAvgPool)
      .gradient([](Grad& g) {
        g.none("orig_input_shape");
        return g.of("grad", g.op("AvgPool3D", {g.upstream()}));
      })
      .run([](Run& c) { AvgPoolGrad(c.exec(), AvgPoolProblem(c), c.in("grad"), c.out()); })
      .example("Each of the eight cells under a window gets an eighth of its gradient.",
               {{"orig_input_shape", "2,2,2,2,2"},
                {"grad", "float[2,1,1,1,2]:1,3,5,7"},
                {"ksize", "1,2,2,2,1"},
                {"strides", "1,4,3,2,1"},
                {"padding", "SAME"}},
               {"float[2,2,2,2,2]:0.125,0.375,0.125,0.375,0.125,0.375,0.125,0.375,0.125,0.375,0.125,0.375,0."
                "125,0.375,0.125,0.375,0.625,0.875,0.625,0.875,0.625,0.875,0.625,0.875,0.625,0.875,0.625,0."
                "875,0.625,0.875,0.625,0.875"});
}

}  // namespace voxgrad
