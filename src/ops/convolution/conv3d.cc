// Conv3D: a filter sliding over a volume.
#include "kernels/kernels.h"
#include "ops/convolution/conv.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(Conv3D) {
  using namespace window;
  op.group("nn_ops")
      .doc("Computes a 3-D convolution given 5-D `input` and `filter` tensors.",
           "The filter is not mirrored (a cross-correlation). The input may have a multiple of the filter's "
           "in_channels; the channels then fall into that many groups, each convolved with its share of the "
           "output channels.")
      .input("input", "T", "Shape `[batch, in_depth, in_height, in_width, in_channels]`.")
      .role(Role::kInput)
      .input("filter", "T",
             "Shape `[filter_depth, filter_height, filter_width, in_channels, out_channels]`, whatever "
             "`data_format` says.")
      .role(Role::kFilter)
      .output("output", "T", "A 5-D tensor. The dimension order is determined by the value of `data_format`.")
      .role(Role::kOutput)
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .attr(strides(5))
      .attr(padding())
      .attr(data_format(5))
      .attr(dilations(5))
      .infer(InferConv)
      .gradient([](Grad& g) {
        const auto to_input =
            g.op("Conv3DBackpropInputV2", {g.shape(g.input("input")), g.input("filter"), g.upstream()});
        if (absl::Status status = g.of("input", to_input); !status.ok()) return status;
        return g.of("filter", g.op("Conv3DBackpropFilterV2",
                                   {g.input("input"), g.shape(g.input("filter")), g.upstream()}));
      })
      .run([](Run& c) { Conv(c.exec(), MakeConvProblem(c), c.in("input"), c.in("filter"), c.out()); })
      .example("A ramp convolved with a ramp.",
               {{"input",
                 "float[2,2,2,2,2]:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,"
                 "28,29,30,31,32"},
                {"filter",
                 "float[2,2,2,2,2]:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,"
                 "28,29,30,31,32"},
                {"strides", "1,4,3,2,1"},
                {"padding", "SAME"}},
               {"float[2,1,1,1,2]:2856,2992,6952,7344"});
}

}  // namespace voxgrad
