// ApplyAdaMax: a step of the AdaMax algorithm.
#include "ops/training/training.h"

namespace voxgrad {

OP(ApplyAdaMax) {
  op.group("training_ops")
      .internal()
      .doc("Update '*var' according to the AdaMax algorithm.",
           "m += (grad - m) * (1 - beta1), v = max(beta2 * v, abs(grad)), var -= lr / (1 - beta1_power) * m "
           "/ (v + epsilon).")
      .input("var", "T", "Should be from a Variable().")
      .ref()
      .input("m", "T", "Should be from a Variable().")
      .ref()
      .input("v", "T", "Should be from a Variable().")
      .ref()
      .input("beta1_power", "T", "Must be a scalar.")
      .on_host()
      .input("lr", "T", "Scaling factor. Must be a scalar.")
      .on_host()
      .input("beta1", "T", "Momentum factor. Must be a scalar.")
      .on_host()
      .input("beta2", "T", "Momentum factor. Must be a scalar.")
      .on_host()
      .input("epsilon", "T", "Ridge term. Must be a scalar.")
      .on_host()
      .input("grad", "T", "The gradient.")
      .output("out", "T", "Same as \"var\".")
      .ref();
  rules::TrainingStep(op)
      .infer([](Infer& c) {
        return rules::InferStep(c, {"var", "m", "v"}, "grad",
                                {"beta1_power", "lr", "beta1", "beta2", "epsilon"});
      })
      .run([](Run& c) {
        rules::NextVariable var(c, "var");
        rules::NextVariable m(c, "m");
        rules::NextVariable v(c, "v");
        const Tensor& grad = c.tensor("grad");
        const AdaMaxRates rates = {c.host_number("beta1_power"), c.host_number("lr"), c.host_number("beta1"),
                                   c.host_number("beta2"), c.host_number("epsilon")};
        AdaMaxStep(c.exec(), grad.dtype(), grad.NumElements(), rates, grad.data(), var.slot(), m.slot(),
                   v.slot());
        m.Commit();
        v.Commit();
        var.Commit();
        c.result() = c.variable("var");
      });
}

}  // namespace voxgrad
