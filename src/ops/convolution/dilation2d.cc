// Dilation2D: grayscale dilation, a max pooling with a filter.
#include "kernels/listed_windows/dilation.h"
#include "ops/convolution/dilation.h"
#include "ops/table/gradient.h"

namespace voxgrad {

OP(Dilation2D) {
  op.group("nn_ops").doc(
      "Computes the grayscale dilation of 4-D `input` and 3-D `filter` tensors.",
      "`output[b, y, x, c]` is the largest of `input[b, strides[1] * y + rates[1] * dy, strides[2] * x + "
      "rates[2] * "
      "dx, c] + filter[dy, dx, c]` over all `dy` and `dx`, each channel for itself. With a filter of zeros "
      "it is "
      "max pooling. A NaN wins, the first one if there are several. Padding takes no part; where all of a "
      "window's taps lie in it, the result is the lowest number of the type.");
  window::DilationInputs(op).output("output", "T", "4-D with shape `[batch, out_height, out_width, depth]`.");
  window::DilationAttributes(op)
      .infer(window::InferDilation)
      .gradient([](Grad& g) {
        const Grad::Values inputs = {g.input("input"), g.input("filter"), g.upstream()};
        if (absl::Status status = g.of("input", g.op("Dilation2DBackpropInput", inputs)); !status.ok())
          return status;
        return g.of("filter", g.op("Dilation2DBackpropFilter", inputs));
      })
      .run([](Run& c) {
        if (window::ZeroIfNoCells(c)) return;
        Dilation(c.exec(), window::DilationGrid(c), c.result().dtype(), c.in("input"), c.in("filter"),
                 c.out());
      })
      .example("The largest sum of two neighbours with a filter that lifts the right one.",
               {{"input", "float[1,1,4,1]:3,1,2,0"},
                {"filter", "float[1,2,1]:0,1.5"},
                {"strides", "1,1,1,1"},
                {"rates", "1,1,1,1"},
                {"padding", "VALID"}},
               {"float[1,1,3,1]:3,3.5,2"});
}

}  // namespace voxgrad
