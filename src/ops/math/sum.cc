// Sum: the sum of a tensor's elements along some axes.
#include "ops/math/reduce.h"

namespace voxgrad {

OP(Sum) {
  op.group("math_ops")
      .doc("Computes the sum of elements across dimensions of a tensor.",
           "Reduces `input` along the given dimensions, whose length becomes 1 with `keep_dims` and which "
           "disappear otherwise. Integers wrap around.");
  rules::ReductionTypes(rules::ReductionArguments(op))
      .infer(rules::InferReduction)
      .gradient([](Grad& g) {
        g.none("reduction_indices");
        return g.of("input", rules::StretchToInput(g, g.upstream()));
      })
      .run([](Run& c) { rules::RunReduction(c, Reduction::kSum); })
      .example("Of each row.", {{"input", "float[2,3]:1,2,3,4,5,6"}, {"reduction_indices", "1"}},
               {"float[2]:6,15"});
}

}  // namespace voxgrad
