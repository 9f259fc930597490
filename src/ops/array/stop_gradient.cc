// StopGradient: the same tensor, a constant to the gradients.
#include "ops/rules/shapes.h"

namespace voxgrad {

OP(StopGradient) {
  op.group("array_ops")
      .doc("Stops gradient computation.",
           "The result shares the memory of the input; for gradients it is a constant, so nothing flows back "
           "through it.")
      .input("input", "T", "")
      .output("output", "T", "")
      .type("T", {})
      .no_gradient()
      .sets_results()
      .infer(rules::SameValue)
      .run([](Run& c) { c.result() = c.tensor("input"); })
      .example("A vector goes through.", {{"input", "float[3]:1,2,3"}}, {"float[3]:1,2,3"});
}

}  // namespace voxgrad
