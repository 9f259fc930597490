// FractionalMaxPool: the largest cell of windows of uneven sizes.
#include "kernels/listed_windows/max_windows.h"
#include "ops/pooling/fractional.h"
#include "ops/table/gradient.h"

namespace voxgrad {

OP(FractionalMaxPool) {
  op.group("nn_ops")
      .doc("Performs fractional max pooling on the input.",
           "Fractional max pooling is slightly different than regular max pooling. In regular max pooling, "
           "you "
           "downsize an input set by taking the maximum value of smaller N x N subsections of the set, and "
           "try to "
           "reduce the set by a factor of N, where N is an integer. Fractional max pooling means that the "
           "overall "
           "reduction ratio N does not have to be an integer: the sizes of the windows are drawn at random, "
           "each "
           "the whole part of size / windows or one more. A NaN in a window wins, the first one if there are "
           "several.")
      .input("value", "T", "4-D with shape `[batch, height, width, channels]`.")
      .output("output", "T", "output tensor after fractional max pooling.");
  rules::FractionalOutputs(op)
      .infer(rules::InferFractionalPool)
      .gradient([](Grad& g) {
        return g.of("value", g.op("FractionalMaxPoolGrad",
                                  {g.input("value"), g.output(), g.upstream(), g.output(1), g.output(2)}));
      })
      .run([](Run& c) {
        const WindowGrid grid = rules::DrawWindows(c);
        if (c.result().NumElements() > 0)
          MaxOfWindows(c.exec(), grid, c.result().dtype(), c.in("value"), c.out());
      })
      .example("Five columns in three windows; the seeds chose which one holds a single column.",
               {{"value", "float[1,1,5,1]:3,1,4,1,5"},
                {"pooling_ratio", "1,1,1.5,1"},
                {"deterministic", "true"},
                {"seed", "1"},
                {"seed2", "2"}},
               {"float[1,1,3,1]:3,4,5", "int64[2]:0,1", "int64[4]:0,1,3,5"});
}

}  // namespace voxgrad
