// MaxPool3DGradGrad: the second gradient of MaxPool3D.
#include "kernels/kernels.h"
#include "ops/pooling/pool.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(MaxPool3DGradGrad) {
  using namespace window;
  op.group("nn_ops")
      .doc("Computes second-order gradients of the maxpooling function.",
           "Picks `grad` at the winner of each window: the first NaN of `orig_input`, else its first maximum "
           "in "
           "row-major order. Of `orig_output` only the shape is looked at.")
      .gradient_of("MaxPool3DGrad")
      .input("orig_input", "T", "The original input tensor.")
      .role(Role::kInput)
      .input("orig_output", "T", "The original output tensor.")
      .role(Role::kOutput)
      .input("grad", "T", "Output backprop of shape `[batch, depth, rows, cols, channels]`.")
      .role(Role::kInput)
      .output("output", "T", "Gradients of gradients w.r.t. the input to `max_pool`.")
      .role(Role::kOutput)
      .attr(ksize(5))
      .attr(strides(5))
      .attr(padding())
      .attr(data_format(5))
      .type("T", {DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_BFLOAT16,
                  DT_UINT16, DT_HALF, DT_UINT32, DT_UINT64})
      .infer(InferMaxPool)
      .gradient([](Grad& g) {
        for (const char* name : {"orig_input", "orig_output"}) {
          if (absl::Status status = g.of(name, g.zeros_like(g.input(name))); !status.ok()) return status;
        }
        return g.of("grad",
                    g.op("MaxPool3DGrad", {g.input("orig_input"), g.input("orig_output"), g.upstream()}));
      })
      .run([](Run& c) {
        MaxPoolGradGrad(c.exec(), MaxPoolProblem(c), c.in("orig_input"), c.in("grad"), c.out());
      })
      .example("What stands at the largest cell of each window.",
               {{"orig_input",
                 "float[2,2,2,2,2]:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,"
                 "28,29,30,31,32"},
                {"orig_output", "float[2,1,1,1,2]:15,16,31,32"},
                {"grad",
                 "float[2,2,2,2,2]:32,31,30,29,28,27,26,25,24,23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,"
                 "7,6,5,4,3,2,1"},
                {"ksize", "1,2,2,2,1"},
                {"strides", "1,4,3,2,1"},
                {"padding", "SAME"}},
               {"float[2,1,1,1,2]:18,17,2,1"});
}

}  // namespace voxgrad
