// DepthwiseConv2dNativeBackpropFilter: the gradient of DepthwiseConv2dNative with respect to its filter.
#include "kernels/kernels.h"
#include "ops/convolution/depthwise.h"
#include "ops/table/gradient.h"

namespace voxgrad {

OP(DepthwiseConv2dNativeBackpropFilter) {
  op.group("nn_ops")
      .doc("Computes the gradients of depthwise convolution with respect to the filter.",
           "The exact transpose of DepthwiseConv2dNative in its filter.")
      .gradient_of("DepthwiseConv2dNative")
      .input("input", "T", "Shape `[batch, in_height, in_width, in_channels]`.")
      .input("filter_sizes", DT_INT32, "An integer vector representing the shape of `filter`.")
      .on_host()
      .input("out_backprop", "T", "Gradients w.r.t. the output of the convolution.")
      .output("output", "T", "Gradients w.r.t. the filter of the convolution.");
  rules::DepthwiseAttributes(op)
      .infer([](Infer& c) { return rules::InferDepthwise(c, "Conv2DBackpropFilter"); })
      .gradient([](Grad& g) {
        g.none("filter_sizes");
        const Grad::Value input = g.input("input");
        const auto to_input = g.op("DepthwiseConv2dNativeBackpropInput",
                                   {g.shape(input), g.upstream(), g.input("out_backprop")});
        if (absl::Status status = g.of("input", to_input); !status.ok()) return status;
        return g.of("out_backprop", g.op("DepthwiseConv2dNative", {input, g.upstream()}));
      })
      .run([](Run& c) {
        ConvBackpropFilter(c.exec(), rules::DepthwiseProblem(c, "Conv2DBackpropFilter"), c.in("input"),
                           c.in("out_backprop"), c.out());
      })
      .example("How much each factor matters.",
               {{"input", "float[1,1,2,2]:1,2,3,4"},
                {"filter_sizes", "int32[4]:1,1,2,1"},
                {"out_backprop", "float[1,1,2,2]:1,1,1,1"},
                {"strides", "1,1,1,1"},
                {"padding", "VALID"}},
               {"float[1,1,2,1]:4,6"});
}

}  // namespace voxgrad
