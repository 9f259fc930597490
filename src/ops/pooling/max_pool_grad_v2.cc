// MaxPoolGradV2: the gradient of MaxPoolV2.
#include "kernels/kernels.h"
#include "ops/pooling/pool_v2.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(MaxPoolGradV2) {
  op.group("nn_ops")
      .doc("Computes gradients of the maxpooling function.",
           "As MaxPoolGrad, with the window and its strides as inputs.")
      .gradient_of("MaxPoolV2")
      .input("orig_input", "T", "The original input tensor.")
      .input("orig_output", "T", "The original output tensor.")
      .input("grad", "T", "4-D. Gradients w.r.t. the output of `max_pool`.");
  rules::WindowInputs(op)
      .output("output", "T", "Gradients w.r.t. the input to `max_pool`.")
      .attr(window::padding())
      .attr(window::data_format(4))
      .type("T", rules::RealNumbers(), DT_FLOAT)
      .infer([](Infer& c) { return rules::InferPoolV2(c, "MaxPoolGrad"); })
      .gradient([](Grad& g) {
        for (const char* name : {"ksize", "strides"}) g.none(name);
        for (const char* name : {"orig_input", "orig_output"}) {
          if (absl::Status status = g.of(name, g.zeros_like(g.input(name))); !status.ok()) return status;
        }
        return g.of("grad", g.op("MaxPoolGradGradV2", {g.input("orig_input"), g.input("orig_output"),
                                                       g.upstream(), g.input("ksize"), g.input("strides")}));
      })
      .run([](Run& c) {
        MaxPoolGrad(c.exec(), rules::PoolV2Problem(c, "MaxPoolGrad"), c.in("orig_input"), c.in("grad"),
                    c.out());
      })
      .example("The gradient of a pair goes to the larger cell.",
               {{"orig_input", "float[1,1,4,1]:1,5,2,0"},
                {"orig_output", "float[1,1,2,1]:5,2"},
                {"grad", "float[1,1,2,1]:1,2"},
                {"ksize", "int32[4]:1,1,2,1"},
                {"strides", "int32[4]:1,1,2,1"},
                {"padding", "VALID"}},
               {"float[1,1,4,1]:0,1,2,0"});
}

}  // namespace voxgrad
