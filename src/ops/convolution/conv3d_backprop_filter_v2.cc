// Conv3DBackpropFilterV2: the gradient of Conv3D with respect to its filter.
#include "kernels/kernels.h"
#include "ops/convolution/conv.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(Conv3DBackpropFilterV2) {
  using namespace window;
  op.group("nn_ops")
      .doc("Computes the gradients of 3-D convolution with respect to the filter.",
           "The exact transpose of Conv3D in its filter, strides, dilations and groups included.")
      .gradient_of("Conv3D")
      .input("input", "T", "Shape `[batch, in_depth, in_height, in_width, in_channels]`.")
      .role(Role::kInput)
      .input("filter_sizes", DT_INT32,
             "An integer vector representing the tensor shape of `filter`, where `filter` is a 5-D "
             "`[filter_depth, filter_height, filter_width, in_channels, out_channels]` tensor.")
      .sizes_of(Role::kFilter)
      .input("out_backprop", "T",
             "Backprop signal of shape `[batch, out_depth, out_rows, out_cols, out_channels]`.")
      .role(Role::kOutput)
      .output("output", "T", "Gradients w.r.t. the `filter` input of the convolution.")
      .role(Role::kFilter)
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .attr(strides(5))
      .attr(padding())
      .attr(data_format(5))
      .attr(dilations(5))
      .infer(InferConv)
      .gradient([](Grad& g) {
        const auto to_input =
            g.op("Conv3DBackpropInputV2", {g.shape(g.input("input")), g.upstream(), g.input("out_backprop")});
        if (absl::Status status = g.of("input", to_input); !status.ok()) return status;
        g.none("filter_sizes");
        return g.of("out_backprop", g.op("Conv3D", {g.input("input"), g.upstream()}));
      })
      .run([](Run& c) {
        ConvBackpropFilter(c.exec(), MakeConvProblem(c), c.in("input"), c.in("out_backprop"), c.out());
      })
      .example("The gradient of a ramp convolved with a ramp, taken with the result itself.",
               {{"input",
                 "float[2,2,2,2,2]:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,"
                 "28,29,30,31,32"},
                {"filter_sizes", "2,2,2,2,2"},
                {"out_backprop", "float[2,1,1,1,2]:2856,2992,6952,7344"},
                {"strides", "1,4,3,2,1"},
                {"padding", "SAME"}},
               {"float[2,2,2,2,2]:121040,127840,130848,138176,140656,148512,150464,158848,160272,169184,"
                "170080,179520,179888,189856,189696,200192,199504,210528,209312,220864,219120,231200,228928,"
                "241536,238736,251872,248544,262208,258352,272544,268160,282880"});
}

}  // namespace voxgrad
