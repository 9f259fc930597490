// MaxPoolGradGradWithArgmax: the second gradient of MaxPoolWithArgmax.
#include "ops/pooling/argmax.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {

OP(MaxPoolGradGradWithArgmax) {
  using namespace window;
  op.group("nn_ops")
      .doc("Computes second-order gradients of the maxpooling function.",
           "Picks `grad` at the cells that `argmax` names, each of which must lie in its own image. Of "
           "`input` "
           "only the shape is looked at.")
      .gradient_of("MaxPoolGradWithArgmax")
      .input("input", "T", "The original input.")
      .role(Role::kInput)
      .input("grad", "T",
             "4-D with shape `[batch, height, width, channels]`.  Gradients w.r.t. the input of `max_pool`.")
      .role(Role::kInput)
      .input("argmax", "Targmax", "The indices of the maximum values chosen for each output of `max_pool`.")
      .on_host()
      .role(Role::kOutput)
      .output("output", "T", "Gradients of gradients w.r.t. the input of `max_pool`.")
      .role(Role::kOutput)
      .attr(ksize(4, {.data_format = false}))
      .attr(strides(4, {.data_format = false}))
      .attr(padding())
      .attr(include_batch_in_index())
      .type("Targmax", {DT_INT32, DT_INT64})
      .type("T", RealNumberTypes())
      .infer(InferArgmaxPool)
      .gradient([](Grad& g) {
        g.none("argmax");
        if (absl::Status status = g.of("input", g.zeros_like(g.input("input"))); !status.ok()) return status;
        return g.of("grad",
                    g.op("MaxPoolGradWithArgmax", {g.input("input"), g.upstream(), g.input("argmax")}));
      })
      .run([](Run& c) {
        if (c.result().NumElements() == 0) return;
        PickAtArgmax(c.exec(), MakeArgmaxProblem(c), c.in("grad"), c.in("argmax"), c.out());
      })
      .example("What stands at the largest cell of each block.",
               {{"input", "float[1,4,4,1]:1,5,2,0,4,3,1,7,0,0,9,8,6,1,2,3"},
                {"grad", "float[1,4,4,1]:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"},
                {"argmax", "int64[1,2,2,1]:1,7,12,10"},
                {"ksize", "1,2,2,1"},
                {"strides", "1,2,2,1"},
                {"padding", "VALID"}},
               {"float[1,2,2,1]:2,8,13,11"});
}

}  // namespace voxgrad
