// MaxPoolWithArgmax: the largest cell under a sliding window, and where it is.
#include "ops/pooling/argmax.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(MaxPoolWithArgmax) {
  using namespace window;
  op.group("nn_ops")
      .doc(
          "Performs max pooling on the input and outputs both max values and indices.",
          "The indices in `argmax` are flattened, so that a maximum value at position `[b, y, x, c]` becomes "
          "flattened index: `(y * width + x) * channels + c` if `include_batch_in_index` is False; `((b * "
          "height + y) * width + x) * channels + c` if it is True. A NaN in a window wins, the first one if "
          "there are several; else the first maximum in row-major order. Padding never wins.")
      .input("input", "T", "4-D with shape `[batch, height, width, channels]`.  Input to pool over.")
      .role(Role::kInput)
      .output("output", "T", "The max pooled output tensor.")
      .role(Role::kOutput)
      .output("argmax", "Targmax", "4-D.  The flattened indices of the max values chosen for each output.")
      .role(Role::kOutput)
      .attr(ksize(4, {.data_format = false}))
      .attr(strides(4, {.data_format = false}))
      .type("Targmax", {DT_INT32, DT_INT64}, DT_INT64)
      .attr(padding())
      .attr(include_batch_in_index())
      .type("T", RealNumberTypes())
      .infer(InferArgmaxPool)
      .gradient([](Grad& g) {
        return g.of("input", g.op("MaxPoolGradWithArgmax", {g.input("input"), g.upstream(), g.output(1)}));
      })
      .run([](Run& c) {
        if (c.result().NumElements() == 0) return;
        MaxOfWindows(c.exec(), ArgmaxGrid(c), c.result().dtype(), c.in("input"), c.out(), ReadArgmaxForm(c),
                     c.out(1));
      })
      .example("The largest of each 2x2 block, and its place in the image.",
               {{"input", "float[1,4,4,1]:1,5,2,0,4,3,1,7,0,0,9,8,6,1,2,3"},
                {"ksize", "1,2,2,1"},
                {"strides", "1,2,2,1"},
                {"padding", "VALID"}},
               {"float[1,2,2,1]:5,7,6,9", "int64[1,2,2,1]:1,7,12,10"});
}

}  // namespace voxgrad
