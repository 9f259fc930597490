// MaxPoolGradGrad: the second gradient of MaxPool.
#include "kernels/kernels.h"
#include "ops/pooling/pool.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(MaxPoolGradGrad) {
  using namespace window;
  op.group("nn_ops")
      .doc("Computes second-order gradients of the maxpooling function.",
           "Picks `grad` at the winner of each window: the first NaN of `orig_input`, else its first maximum "
           "in "
           "row-major order. Of `orig_output` only the shape is looked at.")
      .gradient_of("MaxPoolGrad")
      .input("orig_input", "T", "The original input tensor.")
      .role(Role::kInput)
      .input("orig_output", "T", "The original output tensor.")
      .role(Role::kOutput)
      .input("grad", "T", "4-D.  Gradients of gradients w.r.t. the input of `max_pool`.")
      .role(Role::kInput)
      .output("output", "T", "Gradients of gradients w.r.t. the input to `max_pool`.")
      .role(Role::kOutput)
      .attr(ksize(4, {.or_depth = true}))
      .attr(strides(4, {.or_depth = true}))
      .attr(padding_or_explicit())
      .attr([] {
        AttrDef attr = explicit_paddings();
        attr.extension = true;  // so that the second derivative keeps what the first had
        return attr;
      }())
      .attr(data_format(4))
      .type("T", {DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_BFLOAT16,
                  DT_UINT16, DT_HALF, DT_UINT32, DT_UINT64})
      .infer(InferMaxPool)
      .gradient([](Grad& g) {
        for (const char* name : {"orig_input", "orig_output"}) {
          if (absl::Status status = g.of(name, g.zeros_like(g.input(name))); !status.ok()) return status;
        }
        return g.of("grad",
                    g.op("MaxPoolGrad", {g.input("orig_input"), g.input("orig_output"), g.upstream()}));
      })
      .run([](Run& c) {
        MaxPoolGradGrad(c.exec(), MaxPoolProblem(c), c.in("orig_input"), c.in("grad"), c.out());
      })
      .example("What stands at the largest cell of each block.",
               {{"orig_input", "float[1,4,4,1]:1,5,2,0,4,3,1,7,0,0,9,8,6,1,2,3"},
                {"orig_output", "float[1,2,2,1]:5,7,6,9"},
                {"grad", "float[1,4,4,1]:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"},
                {"ksize", "1,2,2,1"},
                {"strides", "1,2,2,1"},
                {"padding", "VALID"}},
               {"float[1,2,2,1]:2,8,13,11"});
}

}  // namespace voxgrad
