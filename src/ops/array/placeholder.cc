// Placeholder: a value that each run is given.
#include "ops/table/context.h"

namespace voxgrad {

OP(Placeholder) {
  op.group("array_ops")
      .doc("A placeholder op for a value that will be fed into the computation.",
           "A run that needs it and was not given a value for it says so.")
      .output("output", "dtype", "A placeholder tensor that must be replaced using the feed mechanism.")
      .type("dtype", {})
      .attr("shape", AttrKind::kShape,
            "The shape of the tensor, as far as it is known. Without one it may be any.",
            PartialTensorShape())
      .no_gradient()
      .sets_results()
      .infer([](Infer& c) {
        c.SetOutput(0, c.shape("shape"));
        return absl::OkStatus();
      });
}

}  // namespace voxgrad
