// FractionalAvgPool: the mean of windows of uneven sizes.
#include "kernels/listed_windows/mean_windows.h"
#include "ops/pooling/fractional.h"
#include "ops/table/gradient.h"

namespace voxgrad {

OP(FractionalAvgPool) {
  op.group("nn_ops")
      .doc("Performs fractional average pooling on the input.",
           "Fractional average pooling is similar to Fractional max pooling in the pooling region generation "
           "step. "
           "The only difference is that after pooling regions are generated, a mean operation is performed "
           "instead "
           "of a max operation in each pooling region. Means of integers are cut towards zero.")
      .input("value", "T", "4-D with shape `[batch, height, width, channels]`.")
      .output("output", "T", "output tensor after fractional avg pooling.");
  rules::FractionalOutputs(op)
      .infer(rules::InferFractionalPool)
      .gradient([](Grad& g) {
        const Grad::Value sizes = g.op("Shape", {g.input("value")}, {{"out_type", DT_INT64}});
        return g.of("value", g.op("FractionalAvgPoolGrad", {sizes, g.upstream(), g.output(1), g.output(2)}));
      })
      .run([](Run& c) {
        const WindowGrid grid = rules::DrawWindows(c);
        if (c.result().NumElements() > 0)
          MeanOfWindows(c.exec(), grid, c.result().dtype(), c.in("value"), c.out());
      })
      .example("Five columns in three windows; the seeds chose which one holds a single column.",
               {{"value", "float[1,1,5,1]:3,1,4,1,5"},
                {"pooling_ratio", "1,1,1.5,1"},
                {"deterministic", "true"},
                {"seed", "1"},
                {"seed2", "2"}},
               {"float[1,1,3,1]:3,2.5,3", "int64[2]:0,1", "int64[4]:0,1,3,5"});
}

}  // namespace voxgrad
