// ApplyRMSProp: a step divided by the mean size of the gradients.
#include "ops/training/training.h"

namespace voxgrad {

OP(ApplyRMSProp) {
  op.group("training_ops")
      .doc("Update '*var' according to the RMSProp algorithm.",
           "ms += (grad^2 - ms) * (1 - rho), mom = momentum * mom + lr * grad / sqrt(ms + epsilon), var -= "
           "mom.")
      .input("var", "T", "Should be from a Variable().")
      .ref()
      .input("ms", "T", "Should be from a Variable().")
      .ref()
      .input("mom", "T", "Should be from a Variable().")
      .ref()
      .input("lr", "T", "Scaling factor. Must be a scalar.")
      .on_host()
      .input("rho", "T", "Decay rate. Must be a scalar.")
      .on_host()
      .input("momentum", "T", "Momentum. Must be a scalar.")
      .on_host()
      .input("epsilon", "T", "Ridge term. Must be a scalar.")
      .on_host()
      .input("grad", "T", "The gradient.")
      .output("out", "T", "Same as \"var\".")
      .ref();
  rules::TrainingStep(op)
      .infer([](Infer& c) {
        return rules::InferStep(c, {"var", "ms", "mom"}, "grad", {"lr", "rho", "momentum", "epsilon"});
      })
      .run([](Run& c) {
        rules::NextVariable var(c, "var");
        rules::NextVariable ms(c, "ms");
        rules::NextVariable mom(c, "mom");
        const Tensor& grad = c.tensor("grad");
        const RmsPropRates rates = {c.host_number("lr"), c.host_number("rho"), c.host_number("momentum"),
                                    c.host_number("epsilon")};
        RmsPropStep(c.exec(), grad.dtype(), grad.NumElements(), rates, grad.data(), var.slot(), ms.slot(),
                    mom.slot());
        ms.Commit();
        mom.Commit();
        var.Commit();
        c.result() = c.variable("var");
      });
}

}  // namespace voxgrad
