// VariableV2: a tensor that keeps its value from run to run.
#include "ops/table/context.h"

namespace voxgrad {

OP(VariableV2) {
  op.group("state_ops")
      .doc("Holds state in the form of a tensor that persists across steps.",
           "The tensor lives in the session. It has no value until an Assign gives it one; reading it before "
           "is an error.")
      .cpp_class("Variable")
      .output("ref", "dtype", "A reference to the variable tensor.")
      .ref()
      .attr("shape", AttrKind::kShape, "The shape of the variable tensor.")
      .type("dtype", {})
      .attr("container", AttrKind::kString, "Accepted for TensorFlow's sake; it changes nothing.", "")
      .attr("shared_name", AttrKind::kString, "Accepted for TensorFlow's sake; it changes nothing.", "")
      .stateful()
      .sets_results()
      .no_gradient()
      .infer([](Infer& c) {
        c.SetOutput(0, c.shape("shape"));
        return absl::OkStatus();
      });
}

}  // namespace voxgrad
