// ApplyFtrl: a step that follows the regularised leader.
#include "ops/training/training.h"

namespace voxgrad {

OP(ApplyFtrl) {
  op.group("training_ops")
      .doc("Update '*var' according to the Ftrl-proximal scheme.",
           "accum_new = accum + grad * grad, linear += grad - (accum_new^(-lr_power) - accum^(-lr_power)) / "
           "lr * var, var = (sign(linear) * l1 - linear) / (accum_new^(-lr_power) / lr + 2 * l2) if |linear| "
           "> l1 else 0, accum = accum_new.")
      .input("var", "T", "Should be from a Variable().")
      .ref()
      .input("accum", "T", "Should be from a Variable().")
      .ref()
      .input("linear", "T", "Should be from a Variable().")
      .ref()
      .input("grad", "T", "The gradient.")
      .input("lr", "T", "Scaling factor. Must be a scalar.")
      .on_host()
      .input("l1", "T", "L1 regularization. Must be a scalar.")
      .on_host()
      .input("l2", "T", "L2 regularization. Must be a scalar.")
      .on_host()
      .input("lr_power", "T", "Scaling factor. Must be a scalar.")
      .on_host()
      .output("out", "T", "Same as \"var\".")
      .ref();
  rules::TrainingStep(op)
      .attr("multiply_linear_by_lr", AttrKind::kBool, "Whether `linear` holds `lr` times as much.", false)
      .infer([](Infer& c) {
        return rules::InferStep(c, {"var", "accum", "linear"}, "grad", {"lr", "l1", "l2", "lr_power"});
      })
      .run([](Run& c) {
        rules::NextVariable var(c, "var");
        rules::NextVariable accum(c, "accum");
        rules::NextVariable linear(c, "linear");
        const Tensor& grad = c.tensor("grad");
        const FtrlRates rates = {c.host_number("lr"), c.host_number("l1"), c.host_number("l2"),
                                 c.host_number("lr_power"), c.flag("multiply_linear_by_lr")};
        FtrlStep(c.exec(), grad.dtype(), grad.NumElements(), rates, grad.data(), var.slot(), accum.slot(),
                 linear.slot());
        accum.Commit();
        linear.Commit();
        var.Commit();
        c.result() = c.variable("var");
      });
}

}  // namespace voxgrad
