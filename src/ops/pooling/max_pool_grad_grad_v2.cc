// MaxPoolGradGradV2: the gradient of MaxPoolGradV2.
#include "kernels/kernels.h"
#include "ops/pooling/pool_v2.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(MaxPoolGradGradV2) {
  op.group("nn_ops")
      .doc("Computes second-order gradients of the maxpooling function.",
           "As MaxPoolGradGrad, with the window and its strides as inputs.")
      .gradient_of("MaxPoolGradV2")
      .input("orig_input", "T", "The original input tensor.")
      .input("orig_output", "T", "The original output tensor.")
      .input("grad", "T", "4-D. Gradients of gradients w.r.t. the input of `max_pool`.");
  rules::WindowInputs(op)
      .output("output", "T", "Gradients of gradients w.r.t. the output of `max_pool`.")
      .attr(window::padding())
      .attr(window::data_format(4))
      .type("T", rules::RealNumbers())
      .infer([](Infer& c) { return rules::InferPoolV2(c, "MaxPoolGradGrad"); })
      .gradient([](Grad& g) {
        for (const char* name : {"ksize", "strides"}) g.none(name);
        for (const char* name : {"orig_input", "orig_output"}) {
          if (absl::Status status = g.of(name, g.zeros_like(g.input(name))); !status.ok()) return status;
        }
        return g.of("grad", g.op("MaxPoolGradV2", {g.input("orig_input"), g.input("orig_output"),
                                                   g.upstream(), g.input("ksize"), g.input("strides")}));
      })
      .run([](Run& c) {
        MaxPoolGradGrad(c.exec(), rules::PoolV2Problem(c, "MaxPoolGradGrad"), c.in("orig_input"),
                        c.in("grad"), c.out());
      })
      .example("What arrives at the larger cell of each pair.",
               {{"orig_input", "float[1,1,4,1]:1,5,2,0"},
                {"orig_output", "float[1,1,2,1]:5,2"},
                {"grad", "float[1,1,4,1]:1,2,3,4"},
                {"ksize", "int32[4]:1,1,2,1"},
                {"strides", "int32[4]:1,1,2,1"},
                {"padding", "VALID"}},
               {"float[1,1,2,1]:2,3"});
}

}  // namespace voxgrad
