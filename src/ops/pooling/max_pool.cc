// MaxPool: the largest cell under a sliding window.
#include "kernels/kernels.h"
#include "ops/pooling/pool.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(MaxPool) {
  using namespace window;
  op.group("nn_ops")
      .doc("Performs max pooling on the input.",
           "A NaN in a window wins, the first one if there are several. Padding never wins. A window over "
           "the channels instead of space is allowed where it divides them evenly.")
      .input("input", "T", "4-D input to pool over.")
      .role(Role::kInput)
      .output("output", "T", "The max pooled output tensor.")
      .role(Role::kOutput)
      .type("T",
            {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT8, DT_INT16, DT_INT8,
             DT_UINT16},
            DT_FLOAT)
      .also({DT_UINT32, DT_UINT64})
      .without("qint8", "a packed type of one vendor's GPUs; use int8.")
      .attr(ksize(4, {.or_depth = true}))
      .attr(strides(4, {.or_depth = true}))
      .attr(padding_or_explicit())
      .attr(explicit_paddings())
      .attr(data_format(4))
      .without("NCHW_VECT_C", "which packs four qint8 channels for one vendor's GPUs; use NHWC or NCHW.")
      .infer(InferMaxPool)
      .gradient([](Grad& g) {
        return g.of("input", g.op("MaxPoolGrad", {g.input("input"), g.output(), g.upstream()}));
      })
      .run([](Run& c) { MaxPool(c.exec(), MaxPoolProblem(c), c.in("input"), c.out()); })
      .example("The largest of each 2x2 block.",
               {{"input", "float[1,4,4,1]:1,5,2,0,4,3,1,7,0,0,9,8,6,1,2,3"},
                {"ksize", "1,2,2,1"},
                {"strides", "1,2,2,1"},
                {"padding", "VALID"}},
               {"float[1,2,2,1]:5,7,6,9"});
}

}  // namespace voxgrad
