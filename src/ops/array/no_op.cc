// NoOp: something to hang control dependencies on.
#include "ops/table/context.h"

namespace voxgrad {

OP(NoOp) {
  op.group("no_op")
      .doc("Does nothing. Only useful as a placeholder for control edges.")
      .no_gradient()
      .infer([](Infer&) { return absl::OkStatus(); })
      .run([](Run&) {})
      .example("Nothing goes in, nothing comes out.", {}, {});
}

}  // namespace voxgrad
