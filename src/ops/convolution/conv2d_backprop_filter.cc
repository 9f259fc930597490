// Conv2DBackpropFilter: the gradient of Conv2D with respect to its filter.
#include "kernels/kernels.h"
#include "ops/convolution/conv.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(Conv2DBackpropFilter) {
  using namespace window;
  op.group("nn_ops")
      .doc("Computes the gradients of 2-D convolution with respect to the filter.",
           "The exact transpose of Conv2D in its filter, strides, dilations and groups included.")
      .gradient_of("Conv2D")
      .input("input", "T", "Shape `[batch, in_height, in_width, in_channels]`.")
      .role(Role::kInput)
      .input("filter_sizes", DT_INT32,
             "An integer vector representing the tensor shape of `filter`, where `filter` is a 4-D "
             "`[filter_height, filter_width, in_channels, out_channels]` tensor.")
      .sizes_of(Role::kFilter)
      .input("out_backprop", "T", "Backprop signal of shape `[batch, out_height, out_width, out_channels]`.")
      .role(Role::kOutput)
      .output("output", "T", "Gradients w.r.t. the `filter` input of the convolution.")
      .role(Role::kFilter)
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .attr(strides_of_conv2d())
      .attr(use_cudnn_on_gpu())
      .attr(padding_or_explicit())
      .attr(explicit_paddings())
      .attr(data_format(4))
      .attr(dilations(4))
      .infer(InferConv)
      .gradient([](Grad& g) {
        const auto to_input =
            g.op("Conv2DBackpropInput", {g.shape(g.input("input")), g.upstream(), g.input("out_backprop")});
        if (absl::Status status = g.of("input", to_input); !status.ok()) return status;
        g.none("filter_sizes");
        return g.of("out_backprop", g.op("Conv2D", {g.input("input"), g.upstream()}));
      })
      .run([](Run& c) {
        ConvBackpropFilter(c.exec(), MakeConvProblem(c), c.in("input"), c.in("out_backprop"), c.out());
      })
      .example("How much each tap of a 2x2 filter matters.",
               {{"input", "float[1,3,3,1]:1,2,3,4,5,6,7,8,9"},
                {"filter_sizes", "2,2,1,1"},
                {"out_backprop", "float[1,2,2,1]:1,2,3,4"},
                {"strides", "1,1,1,1"},
                {"padding", "VALID"}},
               {"float[2,2,1,1]:37,47,67,77"});
}

}  // namespace voxgrad
