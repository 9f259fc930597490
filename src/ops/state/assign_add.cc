// AssignAdd: adding to a variable.
#include "ops/state/variables.h"

namespace voxgrad {

OP(AssignAdd) {
  op.group("state_ops")
      .doc("Update 'ref' by adding 'value' to it.",
           "This operation outputs \"ref\" after the update is done. This makes it easier to chain "
           "operations that need to use the reset value.");
  rules::UpdateOp<elementwise::kAdd>(op, "The value to be added to the variable.");
}

}  // namespace voxgrad
