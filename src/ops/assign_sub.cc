// AssignSub: subtracting from a variable.
#include "ops/rules/types.h"
#include "ops/rules/variables.h"

namespace voxgrad {

OP(AssignSub) {
  op.group("state_ops")
      .doc("Update 'ref' by subtracting 'value' from it.",
           "This operation outputs \"ref\" after the update is done. This makes it easier to chain "
           "operations that "
           "need to use the reset value.")
      .input("ref", "T", "Should be from a `Variable` node.")
      .ref()
      .input("value", "T", "The value to be subtracted from the variable.")
      .output("output_ref", "T",
              "Same as \"ref\". Returned as a convenience for operations that want to use the new value "
              "after the "
              "variable has been updated.")
      .ref()
      .type("T", {DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_BFLOAT16,
                  DT_UINT16, DT_HALF, DT_UINT32, DT_UINT64});
  rules::WithoutQuantized(rules::WithoutComplex(op))
      .attr("use_locking", AttrKind::kBool, "Accepted for TensorFlow's sake; it changes nothing.", false)
      .stateful()
      .sets_results()
      .no_gradient()
      .infer([](Infer& c) { return rules::InferUpdate(c, "ref", "value"); })
      .run([](Run& c) { rules::RunUpdate(c, BinaryFunction::kSub); });
}

}  // namespace voxgrad
