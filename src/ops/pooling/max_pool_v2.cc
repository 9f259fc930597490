// MaxPoolV2: the largest cell under a sliding window, whose sizes are inputs.
#include "kernels/kernels.h"
#include "ops/pooling/pool_v2.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(MaxPoolV2) {
  op.group("nn_ops")
      .doc("Performs max pooling on the input.", "As MaxPool, with the window and its strides as inputs.")
      .input("input", "T", "4-D input to pool over.");
  rules::WindowInputs(op)
      .output("output", "T", "The max pooled output tensor.")
      .type("T",
            {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT8, DT_INT16, DT_INT8,
             DT_UINT16},
            DT_FLOAT)
      .without("qint8", "a packed type of one vendor's GPUs; use int8.")
      .attr(window::padding())
      .attr(window::data_format(4))
      .without("NCHW_VECT_C", "which packs four qint8 channels for one vendor's GPUs; use NHWC or NCHW.")
      .infer([](Infer& c) { return rules::InferPoolV2(c, "MaxPool"); })
      .gradient([](Grad& g) {
        g.none("ksize");
        g.none("strides");
        return g.of("input", g.op("MaxPoolGradV2", {g.input("input"), g.output(), g.upstream(),
                                                    g.input("ksize"), g.input("strides")}));
      })
      .run([](Run& c) { MaxPool(c.exec(), rules::PoolV2Problem(c, "MaxPool"), c.in("input"), c.out()); })
      .example("The largest of each pair.",
               {{"input", "float[1,1,4,1]:1,5,2,0"},
                {"ksize", "int32[4]:1,1,2,1"},
                {"strides", "int32[4]:1,1,2,1"},
                {"padding", "VALID"}},
               {"float[1,1,2,1]:5,2"});
}

}  // namespace voxgrad
