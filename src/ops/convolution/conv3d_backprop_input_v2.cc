// Conv3DBackpropInputV2: the gradient of Conv3D with respect to its input.
#include "kernels/kernels.h"
#include "ops/convolution/conv.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(Conv3DBackpropInputV2) {
  using namespace window;
  op.group("nn_ops")
      .doc("Computes the gradients of 3-D convolution with respect to the input.",
           "The exact transpose of Conv3D in its input, strides, dilations and groups included. Cells that "
           "no window "
           "touches get 0.")
      .gradient_of("Conv3D")
      .input("input_sizes", "Tshape",
             "An integer vector representing the tensor shape of `input`, where `input` is a 5-D `[batch, "
             "depth, rows, "
             "cols, in_channels]` tensor.")
      .sizes_of(Role::kInput)
      .input("filter", "T",
             "Shape `[filter_depth, filter_height, filter_width, in_channels, out_channels]`. `in_channels` "
             "must match between `input` and `filter`, or divide it (groups).")
      .role(Role::kFilter)
      .input("out_backprop", "T",
             "Backprop signal of shape `[batch, out_depth, out_rows, out_cols, out_channels]`.")
      .role(Role::kOutput)
      .output("output", "T", "Gradients w.r.t. the input of the convolution.")
      .role(Role::kInput)
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .attr(strides(5))
      .attr(padding())
      .attr(data_format(5))
      .attr(dilations(5))
      .type("Tshape", {DT_INT32, DT_INT64}, DT_INT32)
      .infer(InferConv)
      .gradient([](Grad& g) {
        g.none("input_sizes");
        const auto to_filter = g.op("Conv3DBackpropFilterV2",
                                    {g.upstream(), g.shape(g.input("filter")), g.input("out_backprop")});
        if (absl::Status status = g.of("filter", to_filter); !status.ok()) return status;
        return g.of("out_backprop", g.op("Conv3D", {g.upstream(), g.input("filter")}));
      })
      .run([](Run& c) {
        ConvBackpropInput(c.exec(), MakeConvProblem(c), c.in("filter"), c.in("out_backprop"), c.out());
      })
      .example("The gradient of a ramp convolved with a ramp, taken with the result itself.",
               {{"input_sizes", "2,2,2,2,2"},
                {"filter",
                 "float[2,2,2,2,2]:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,"
                 "28,29,30,31,32"},
                {"out_backprop", "float[2,1,1,1,2]:2856,2992,6952,7344"},
                {"strides", "1,4,3,2,1"},
                {"padding", "SAME"}},
               {"float[2,2,2,2,2]:8840,20536,32232,43928,55624,67320,79016,90712,102408,114104,125800,137496,"
                "149192,160888,172584,184280,21640,50232,78824,107416,136008,164600,193192,221784,250376,"
                "278968,307560,336152,364744,393336,421928,450520"});
}

}  // namespace voxgrad
