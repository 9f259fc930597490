// DepthwiseConv2dNative: each channel with filters of its own.
#include "kernels/kernels.h"
#include "ops/convolution/depthwise.h"
#include "ops/table/gradient.h"

namespace voxgrad {

OP(DepthwiseConv2dNative) {
  op.group("nn_ops")
      .doc("Computes a 2-D depthwise convolution given 4-D `input` and `filter` tensors.",
           "Each input channel is convolved with `channel_multiplier` filters of its own; the results stand "
           "one behind "
           "the other: a convolution with a group for each channel.")
      .input("input", "T", "Shape `[batch, in_height, in_width, in_channels]`.")
      .input("filter", "T", "Shape `[filter_height, filter_width, in_channels, channel_multiplier]`.")
      .output("output", "T", "Of `in_channels * channel_multiplier` channels.");
  rules::DepthwiseAttributes(op)
      .infer([](Infer& c) { return rules::InferDepthwise(c, "Conv2D"); })
      .gradient([](Grad& g) {
        const Grad::Value input = g.input("input"), filter = g.input("filter");
        const auto to_input =
            g.op("DepthwiseConv2dNativeBackpropInput", {g.shape(input), filter, g.upstream()});
        if (absl::Status status = g.of("input", to_input); !status.ok()) return status;
        return g.of("filter",
                    g.op("DepthwiseConv2dNativeBackpropFilter", {input, g.shape(filter), g.upstream()}));
      })
      .run([](Run& c) {
        Conv(c.exec(), rules::DepthwiseProblem(c, "Conv2D"), c.in("input"), c.in("filter"), c.out());
      })
      .example("Two channels, each with a factor of its own.",
               {{"input", "float[1,1,2,2]:1,2,3,4"},
                {"filter", "float[1,1,2,1]:10,100"},
                {"strides", "1,1,1,1"},
                {"padding", "VALID"}},
               {"float[1,1,2,2]:10,200,30,400"});
}

}  // namespace voxgrad
