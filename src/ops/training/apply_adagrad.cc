// ApplyAdagrad: a step that is shorter where the gradients were large.
#include "ops/training/training.h"

namespace voxgrad {

OP(ApplyAdagrad) {
  op.group("training_ops")
      .doc("Update '*var' according to the adagrad scheme.",
           "accum += grad * grad, var -= lr * grad * (1 / sqrt(accum)).")
      .input("var", "T", "Should be from a Variable().")
      .ref()
      .input("accum", "T", "Should be from a Variable().")
      .ref()
      .input("lr", "T", "Scaling factor. Must be a scalar.")
      .on_host()
      .input("grad", "T", "The gradient.")
      .output("out", "T", "Same as \"var\".")
      .ref();
  rules::TrainingStep(op)
      .attr("update_slots", AttrKind::kBool, "If `False`, accum stays what it is.", true)
      .infer([](Infer& c) { return rules::InferStep(c, {"var", "accum"}, "grad", {"lr"}); })
      .run([](Run& c) {
        rules::NextVariable var(c, "var");
        rules::NextVariable accum(c, "accum");
        const Tensor& grad = c.tensor("grad");
        AdagradStep(c.exec(), grad.dtype(), grad.NumElements(), c.host_number("lr"), !c.flag("update_slots"),
                    grad.data(), var.slot(), accum.slot());
        accum.Commit();
        var.Commit();
        c.result() = c.variable("var");
      });
}

}  // namespace voxgrad
