// MaxPoolGrad: the gradient of MaxPool.
#include "kernels/kernels.h"
#include "ops/pooling/pool.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(MaxPoolGrad) {
  using namespace window;
  op.group("nn_ops")
      .doc("Computes gradients of the maxpooling function.",
           "The gradient of a window goes to its winner: the first NaN, else the first maximum in row-major "
           "order. The "
           "winner is found again from `orig_input`; of `orig_output` only the shape is looked at.")
      .gradient_of("MaxPool")
      .internal()
      .input("orig_input", "T", "The original input tensor.")
      .role(Role::kInput)
      .input("orig_output", "T", "The original output tensor.")
      .role(Role::kOutput)
      .input("grad", "T", "4-D.  Gradients w.r.t. the output of `max_pool`.")
      .role(Role::kOutput)
      .output("output", "T", "Gradients w.r.t. the input to `max_pool`.")
      .role(Role::kInput)
      .attr(ksize(4, {.or_depth = true}))
      .attr(strides(4, {.or_depth = true}))
      .attr(padding_or_explicit())
      .attr(explicit_paddings())
      .attr(data_format(4))
      .type("T",
            {DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_BFLOAT16, DT_UINT16,
             DT_HALF, DT_UINT32, DT_UINT64},
            DT_FLOAT)
      .infer(InferMaxPool)
      .gradient([](Grad& g) {
        for (const char* name : {"orig_input", "orig_output"}) {
          if (absl::Status status = g.of(name, g.zeros_like(g.input(name))); !status.ok()) return status;
        }
        return g.of("grad",
                    g.op("MaxPoolGradGrad", {g.input("orig_input"), g.input("orig_output"), g.upstream()}));
      })
      .run(
          [](Run& c) { MaxPoolGrad(c.exec(), MaxPoolProblem(c), c.in("orig_input"), c.in("grad"), c.out()); })
      .example("The gradient of a block goes to its largest cell.",
               {{"orig_input", "float[1,4,4,1]:1,5,2,0,4,3,1,7,0,0,9,8,6,1,2,3"},
                {"orig_output", "float[1,2,2,1]:5,7,6,9"},
                {"grad", "float[1,2,2,1]:1,2,3,4"},
                {"ksize", "1,2,2,1"},
                {"strides", "1,2,2,1"},
                {"padding", "VALID"}},
               {"float[1,4,4,1]:0,1,0,0,0,0,0,2,0,0,4,0,3,0,0,0"});
}

}  // namespace voxgrad
