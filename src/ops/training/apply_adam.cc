// ApplyAdam: a step of the Adam algorithm.
#include "ops/training/training.h"

namespace voxgrad {
namespace {

AdamRates RatesOf(const Run& c) {
  AdamRates rates;
  rates.beta1_power = c.host_number("beta1_power");
  rates.beta2_power = c.host_number("beta2_power");
  rates.lr = c.host_number("lr");
  rates.beta1 = c.host_number("beta1");
  rates.beta2 = c.host_number("beta2");
  rates.epsilon = c.host_number("epsilon");
  rates.nesterov = c.flag("use_nesterov");
  return rates;
}

}  // namespace

OP(ApplyAdam) {
  op.group("training_ops")
      .doc("Update '*var' according to the Adam algorithm.",
           "step = lr * sqrt(1 - beta2_power) / (1 - beta1_power), m += (grad - m) * (1 - beta1), v += "
           "(grad^2 - "
           "v) * (1 - beta2), var -= m * step / (sqrt(v) + epsilon). With use_nesterov, m * beta1 + grad * "
           "(1 - "
           "beta1) takes the place of m in the last one.")
      .input("var", "T", "Should be from a Variable().")
      .ref()
      .input("m", "T", "Should be from a Variable().")
      .ref()
      .input("v", "T", "Should be from a Variable().")
      .ref()
      .input("beta1_power", "T", "Must be a scalar.")
      .on_host()
      .input("beta2_power", "T", "Must be a scalar.")
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
      .attr("use_nesterov", AttrKind::kBool, "If `True`, uses the nesterov update.", false)
      .infer([](Infer& c) {
        return rules::InferStep(c, {"var", "m", "v"}, "grad",
                                {"beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon"});
      })
      .run([](Run& c) {
        rules::NextVariable var(c, "var");
        rules::NextVariable m(c, "m");
        rules::NextVariable v(c, "v");
        const Tensor& grad = c.tensor("grad");
        AdamStep(c.exec(), grad.dtype(), grad.NumElements(), RatesOf(c), grad.data(), var.slot(), m.slot(),
                 v.slot());
        m.Commit();
        v.Commit();
        var.Commit();
        c.result() = c.variable("var");
      });
}

}  // namespace voxgrad
