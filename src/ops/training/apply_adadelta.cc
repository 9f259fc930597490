// ApplyAdadelta: a step of the size that steps had before.
#include "ops/training/training.h"

namespace voxgrad {

OP(ApplyAdadelta) {
  op.group("training_ops")
      .doc("Update '*var' according to the adadelta scheme.",
           "accum = rho * accum + (1 - rho) * grad^2, update = sqrt(accum_update + epsilon) / sqrt(accum + "
           "epsilon) * grad, accum_update = rho * accum_update + (1 - rho) * update^2, var -= lr * update.")
      .input("var", "T", "Should be from a Variable().")
      .ref()
      .input("accum", "T", "Should be from a Variable().")
      .ref()
      .input("accum_update", "T", "Should be from a Variable().")
      .ref()
      .input("lr", "T", "Scaling factor. Must be a scalar.")
      .on_host()
      .input("rho", "T", "Decay factor. Must be a scalar.")
      .on_host()
      .input("epsilon", "T", "Constant factor. Must be a scalar.")
      .on_host()
      .input("grad", "T", "The gradient.")
      .output("out", "T", "Same as \"var\".")
      .ref();
  rules::TrainingStep(op)
      .infer([](Infer& c) {
        return rules::InferStep(c, {"var", "accum", "accum_update"}, "grad", {"lr", "rho", "epsilon"});
      })
      .run([](Run& c) {
        rules::NextVariable var(c, "var");
        rules::NextVariable accum(c, "accum");
        rules::NextVariable accum_update(c, "accum_update");
        const Tensor& grad = c.tensor("grad");
        const AdadeltaRates rates = {c.host_number("lr"), c.host_number("rho"), c.host_number("epsilon")};
        AdadeltaStep(c.exec(), grad.dtype(), grad.NumElements(), rates, grad.data(), var.slot(), accum.slot(),
                     accum_update.slot());
        accum.Commit();
        accum_update.Commit();
        var.Commit();
        c.result() = c.variable("var");
      });
}

}  // namespace voxgrad
