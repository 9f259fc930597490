// ApplyMomentum: a step with the speed of the steps before.
#include "ops/training/training.h"

namespace voxgrad {

OP(ApplyMomentum) {
  op.group("training_ops")
      .doc("Update '*var' according to the momentum scheme.",
           "accum = accum * momentum + grad, var -= lr * accum. With use_nesterov the gradient is taken "
           "ahead: "
           "var -= lr * (grad + momentum * accum).")
      .input("var", "T", "Should be from a Variable().")
      .ref()
      .input("accum", "T", "Should be from a Variable().")
      .ref()
      .input("lr", "T", "Scaling factor. Must be a scalar.")
      .on_host()
      .input("grad", "T", "The gradient.")
      .input("momentum", "T", "Momentum. Must be a scalar.")
      .on_host()
      .output("out", "T", "Same as \"var\".")
      .ref();
  rules::TrainingStep(op)
      .attr("use_nesterov", AttrKind::kBool, "If `True`, the gradient is taken where the speed leads to.",
            false)
      .infer([](Infer& c) { return rules::InferStep(c, {"var", "accum"}, "grad", {"lr", "momentum"}); })
      .run([](Run& c) {
        rules::NextVariable var(c, "var");
        rules::NextVariable accum(c, "accum");
        const Tensor& grad = c.tensor("grad");
        const MomentumRates rates = {c.host_number("lr"), c.host_number("momentum"), c.flag("use_nesterov")};
        MomentumStep(c.exec(), grad.dtype(), grad.NumElements(), rates, grad.data(), var.slot(),
                     accum.slot());
        accum.Commit();
        var.Commit();
        c.result() = c.variable("var");
      });
}

}  // namespace voxgrad
