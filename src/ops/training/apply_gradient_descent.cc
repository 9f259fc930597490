// ApplyGradientDescent: a step down the gradient.
#include "ops/training/training.h"

namespace voxgrad {

OP(ApplyGradientDescent) {
  op.group("training_ops")
      .doc("Update '*var' by subtracting 'alpha' * 'delta' from it.")
      .input("var", "T", "Should be from a Variable().")
      .ref()
      .input("alpha", "T", "Scaling factor. Must be a scalar.")
      .on_host()
      .input("delta", "T", "The change.")
      .output("out", "T", "Same as \"var\".")
      .ref();
  rules::TrainingStep(op)
      .infer([](Infer& c) { return rules::InferStep(c, {"var"}, "delta", {"alpha"}); })
      .run([](Run& c) {
        rules::NextVariable var(c, "var");
        const Tensor& delta = c.tensor("delta");
        GradientDescentStep(c.exec(), delta.dtype(), delta.NumElements(), c.host_number("alpha"),
                            delta.data(), var.slot());
        var.Commit();
        c.result() = c.variable("var");
      });
}

}  // namespace voxgrad
