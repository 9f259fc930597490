// Assign: gives a variable its value.
#include "ops/rules/boxes.h"
#include "ops/rules/types.h"
#include "ops/state/variables.h"

namespace voxgrad {

OP(Assign) {
  op.group("state_ops")
      .doc("Update 'ref' by assigning 'value' to it.",
           "This operation outputs \"ref\" after the assignment is done. This makes it easier to chain "
           "operations "
           "that need to use the reset value.")
      .input("ref", "T", "Should be from a `Variable` node. May be uninitialized.")
      .ref_unset()
      .input("value", "T", "The value to be assigned to the variable.")
      .output("output_ref", "T",
              "Same as \"ref\". Returned as a convenience for operations that want to use the new value "
              "after the "
              "variable has been reset.")
      .ref()
      .type("T", {})
      .attr("validate_shape", AttrKind::kBool,
            "If true, the operation will validate that the shape of 'value' matches the shape of the Tensor "
            "being "
            "assigned to. If false, 'ref' will take on the shape of 'value'.",
            true)
      .attr("use_locking", AttrKind::kBool, "Accepted for TensorFlow's sake; it changes nothing.", true)
      .stateful()
      .sets_results()
      .no_gradient()
      .infer([](Infer& c) {
        if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
        if (c.flag("validate_shape")) return rules::InferUpdate(c, "ref", "value");
        c.SetOutput(0, c.input("value").shape);
        return absl::OkStatus();
      })
      .run([](Run& c) {
        const Tensor& value = c.tensor("value");
        Tensor& variable = c.variable("ref");
        // A copy: the value may be memory of the caller's, which changes when the caller likes.
        variable = rules::NextValue(variable, value.dtype(), value.shape());
        rules::CopyPart(c.exec(), value, rules::All(value), variable, rules::All(value).begin);
        c.result() = variable;
      });
}

}  // namespace voxgrad
