// Conv2DBackpropInput: the gradient of Conv2D with respect to its input.
#include "kernels/kernels.h"
#include "ops/convolution/conv.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(Conv2DBackpropInput) {
  using namespace window;
  op.group("nn_ops")
      .doc("Computes the gradients of 2-D convolution with respect to the input.",
           "The exact transpose of Conv2D in its input, strides, dilations and groups included. Cells that "
           "no window "
           "touches get 0.")
      .gradient_of("Conv2D")
      .input("input_sizes", DT_INT32,
             "An integer vector representing the shape of `input`, where `input` is a 4-D `[batch, height, "
             "width, "
             "channels]` tensor. Two values are height and width alone; batch and channels then follow from "
             "`out_backprop` and `filter`.")
      .sizes_of(Role::kInput, /*or_space_alone=*/true)
      .input("filter", "T",
             "Shape `[filter_height, filter_width, in_channels, out_channels]`. `in_channels` must match "
             "between `input` and `filter`, or divide it (groups).")
      .role(Role::kFilter)
      .input("out_backprop", "T", "Backprop signal of shape `[batch, out_height, out_width, out_channels]`.")
      .role(Role::kOutput)
      .output("output", "T", "Gradients w.r.t. the input of the convolution.")
      .role(Role::kInput)
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT32})
      .attr(strides_of_conv2d())
      .attr(use_cudnn_on_gpu())
      .attr(padding_or_explicit())
      .attr(explicit_paddings())
      .attr(data_format(4))
      .attr(dilations(4))
      .infer(InferConv)
      .gradient([](Grad& g) {
        g.none("input_sizes");
        const auto to_filter =
            g.op("Conv2DBackpropFilter", {g.upstream(), g.shape(g.input("filter")), g.input("out_backprop")});
        if (absl::Status status = g.of("filter", to_filter); !status.ok()) return status;
        return g.of("out_backprop", g.op("Conv2D", {g.upstream(), g.input("filter")}));
      })
      .run([](Run& c) {
        ConvBackpropInput(c.exec(), MakeConvProblem(c), c.in("filter"), c.in("out_backprop"), c.out());
      })
      .example("The same filter, read the other way.",
               {{"input_sizes", "1,3,3,1"},
                {"filter", "float[2,2,1,1]:1,2,3,4"},
                {"out_backprop", "float[1,2,2,1]:1,2,3,4"},
                {"strides", "1,1,1,1"},
                {"padding", "VALID"}},
               {"float[1,3,3,1]:1,4,4,6,20,16,9,24,16"});
}

}  // namespace voxgrad
