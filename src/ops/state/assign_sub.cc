// AssignSub: subtracting from a variable.
#include "ops/state/variables.h"

namespace voxgrad {

OP(AssignSub) {
  op.group("state_ops")
      .doc("Update 'ref' by subtracting 'value' from it.",
           "This operation outputs \"ref\" after the update is done. This makes it easier to chain "
           "operations that need to use the reset value.");
  rules::UpdateOp<elementwise::kSub>(op, "The value to be subtracted from the variable.");
}

}  // namespace voxgrad
