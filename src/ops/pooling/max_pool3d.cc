// MaxPool3D: the largest cell under a sliding window.
#include "kernels/kernels.h"
#include "ops/pooling/pool.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(MaxPool3D) {
  using namespace window;
  op.group("nn_ops")
      .doc("Performs 3D max pooling on the input.",
           "A NaN in a window wins, the first one if there are several. Padding never wins.")
      .input("input", "T", "Shape `[batch, depth, rows, cols, channels]` tensor to pool over.")
      .role(Role::kInput)
      .output("output", "T", "The max pooled output tensor.")
      .role(Role::kOutput)
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT})
      .also({DT_DOUBLE})
      .attr(ksize(5))
      .attr(strides(5))
      .attr(padding())
      .attr(data_format(5))
      .infer(InferMaxPool)
      .gradient([](Grad& g) {
        return g.of("input", g.op("MaxPool3DGrad", {g.input("input"), g.output(), g.upstream()}));
      })
      .run([](Run& c) { MaxPool(c.exec(), MaxPoolProblem(c), c.in("input"), c.out()); })
      .example("The largest cell of each window over a ramp.",
               {{"input",
                 "float[2,2,2,2,2]:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,"
                 "28,29,30,31,32"},
                {"ksize", "1,2,2,2,1"},
                {"strides", "1,4,3,2,1"},
                {"padding", "SAME"}},
               {"float[2,1,1,1,2]:15,16,31,32"});
}

}  // namespace voxgrad
