// Dilation2DBackpropFilter: the gradient of Dilation2D with respect to its filter.
#include "kernels/listed_windows/dilation.h"
#include "ops/convolution/dilation.h"
#include "ops/rules/undefined_gradient.h"

namespace voxgrad {

OP(Dilation2DBackpropFilter) {
  op.group("nn_ops")
      .doc("Computes the gradient of morphological 2-D dilation with respect to the filter.",
           "What comes in for a window goes to the tap that wins it: the first NaN, else the first largest "
           "sum in "
           "row-major order.")
      .gradient_of("Dilation2D");
  window::DilationInputs(op)
      .input("out_backprop", "T", "4-D with shape `[batch, out_height, out_width, depth]`.")
      .output("filter_backprop", "T", "3-D with shape `[filter_height, filter_width, depth]`.");
  window::DilationAttributes(op)
      .infer(window::InferDilation)
      .gradient(rules::UndefinedGradient)
      .run([](Run& c) {
        if (window::ZeroIfNoCells(c)) return;
        DilationBackpropFilter(c.exec(), window::DilationGrid(c), c.result().dtype(), c.in("input"),
                               c.in("filter"), c.in("out_backprop"), c.out());
      })
      .example("The gradient of a window goes to the tap of its largest sum.",
               {{"input", "float[1,1,4,1]:3,1,2,0"},
                {"filter", "float[1,2,1]:0,1.5"},
                {"out_backprop", "float[1,1,3,1]:1,10,100"},
                {"strides", "1,1,1,1"},
                {"rates", "1,1,1,1"},
                {"padding", "VALID"}},
               {"float[1,2,1]:101,10"});
}

}  // namespace voxgrad
