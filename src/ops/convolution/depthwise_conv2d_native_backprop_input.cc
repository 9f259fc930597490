// DepthwiseConv2dNativeBackpropInput: the gradient of DepthwiseConv2dNative with respect to its input.
#include "kernels/kernels.h"
#include "ops/convolution/depthwise.h"
#include "ops/table/gradient.h"

namespace voxgrad {

OP(DepthwiseConv2dNativeBackpropInput) {
  op.group("nn_ops")
      .doc("Computes the gradients of depthwise convolution with respect to the input.",
           "The exact transpose of DepthwiseConv2dNative in its input.")
      .gradient_of("DepthwiseConv2dNative")
      .input("input_sizes", DT_INT32, "An integer vector representing the shape of `input`.")
      .on_host()
      .input("filter", "T", "Shape `[filter_height, filter_width, in_channels, channel_multiplier]`.")
      .input("out_backprop", "T", "Gradients w.r.t. the output of the convolution.")
      .output("output", "T", "Gradients w.r.t. the input of the convolution.");
  rules::DepthwiseAttributes(op)
      .infer([](Infer& c) { return rules::InferDepthwise(c, "Conv2DBackpropInput"); })
      .gradient([](Grad& g) {
        g.none("input_sizes");
        const Grad::Value filter = g.input("filter");
        const auto to_filter = g.op("DepthwiseConv2dNativeBackpropFilter",
                                    {g.upstream(), g.shape(filter), g.input("out_backprop")});
        if (absl::Status status = g.of("filter", to_filter); !status.ok()) return status;
        return g.of("out_backprop", g.op("DepthwiseConv2dNative", {g.upstream(), filter}));
      })
      .run([](Run& c) {
        ConvBackpropInput(c.exec(), rules::DepthwiseProblem(c, "Conv2DBackpropInput"), c.in("filter"),
                          c.in("out_backprop"), c.out());
      })
      .example("Two channels, each with a factor of its own.",
               {{"input_sizes", "int32[4]:1,1,2,2"},
                {"filter", "float[1,1,2,1]:10,100"},
                {"out_backprop", "float[1,1,2,2]:1,2,3,4"},
                {"strides", "1,1,1,1"},
                {"padding", "VALID"}},
               {"float[1,1,2,2]:10,200,30,400"});
}

}  // namespace voxgrad
