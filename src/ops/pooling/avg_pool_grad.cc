// AvgPoolGrad: the gradient of AvgPool.
#include "kernels/kernels.h"
#include "ops/pooling/pool.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(AvgPoolGrad) {
  using namespace window;
  op.group("nn_ops")
      .doc("Computes gradients of the average pooling function.",
           "Every cell inside a window gets an equal share of that window's gradient; where windows overlap "
           "the "
           "shares add up. Only the shape of the original input is needed, not its values.")
      .gradient_of("AvgPool")
      .internal()
      .input("orig_input_shape", DT_INT32, "1-D.  Shape of the original input to `avg_pool`.")
      .sizes_of(Role::kInput)
      .input("grad", "T",
             "4-D with shape `[batch, height, width, channels]`.  Gradients w.r.t. the output of `avg_pool`.")
      .role(Role::kOutput)
      .output("output", "T", "4-D.  Gradients w.r.t. the input of `avg_pool`.")
      .role(Role::kInput)
      .attr(ksize(4))
      .attr(strides(4))
      .attr(padding())
      .attr(data_format(4))
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .infer(InferAvgPool)
      .gradient([](Grad& g) {
        g.none("orig_input_shape");
        return g.of("grad", g.op("AvgPool", {g.upstream()}));
      })
      .run([](Run& c) { AvgPoolGrad(c.exec(), AvgPoolProblem(c), c.in("grad"), c.out()); })
      .example("Each cell of a block gets a quarter of its gradient.",
               {{"orig_input_shape", "1,4,4,1"},
                {"grad", "float[1,2,2,1]:4,8,12,16"},
                {"ksize", "1,2,2,1"},
                {"strides", "1,2,2,1"},
                {"padding", "VALID"}},
               {"float[1,4,4,1]:1,1,2,2,1,1,2,2,3,3,4,4,3,3,4,4"});
}

}  // namespace voxgrad
