// Conv2D: a filter sliding over a image.
#include "kernels/kernels.h"
#include "ops/convolution/conv.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(Conv2D) {
  using namespace window;
  op.group("nn_ops")
      .doc("Computes a 2-D convolution given 4-D `input` and `filter` tensors.",
           "The filter is not mirrored (a cross-correlation). The input may have a multiple of the filter's "
           "in_channels; the channels then fall into that many groups, each convolved with its share of the "
           "output channels.")
      .input("input", "T", "Shape `[batch, in_height, in_width, in_channels]`.")
      .role(Role::kInput)
      .input("filter", "T",
             "Shape `[filter_height, filter_width, in_channels, out_channels]`, whatever `data_format` says.")
      .role(Role::kFilter)
      .output("output", "T", "A 4-D tensor. The dimension order is determined by the value of `data_format`.")
      .role(Role::kOutput)
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT32})
      .attr(strides_of_conv2d())
      .attr(use_cudnn_on_gpu())
      .attr(padding_or_explicit())
      .attr(explicit_paddings())
      .attr(data_format(4))
      .attr(dilations(4))
      .infer(InferConv)
      .gradient([](Grad& g) {
        const auto to_input =
            g.op("Conv2DBackpropInput", {g.shape(g.input("input")), g.input("filter"), g.upstream()});
        if (absl::Status status = g.of("input", to_input); !status.ok()) return status;
        return g.of("filter", g.op("Conv2DBackpropFilter",
                                   {g.input("input"), g.shape(g.input("filter")), g.upstream()}));
      })
      .run([](Run& c) { Conv(c.exec(), MakeConvProblem(c), c.in("input"), c.in("filter"), c.out()); })
      .example("A 2x2 filter over a 3x3 image.",
               {{"input", "float[1,3,3,1]:1,2,3,4,5,6,7,8,9"},
                {"filter", "float[2,2,1,1]:1,2,3,4"},
                {"strides", "1,1,1,1"},
                {"padding", "VALID"}},
               {"float[1,2,2,1]:37,47,67,77"});
}

}  // namespace voxgrad
