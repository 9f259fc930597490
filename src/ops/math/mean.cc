// Mean: the mean of a tensor's elements along some axes.
#include "ops/math/reduce.h"

namespace voxgrad {

OP(Mean) {
  op.group("math_ops")
      .doc("Computes the mean of elements across dimensions of a tensor.",
           "Reduces `input` along the given dimensions, whose length becomes 1 with `keep_dims` and which "
           "disappear otherwise. Integers are cut towards zero. The mean of no elements is NaN, and 0 for "
           "integers.");
  rules::ReductionTypes(rules::ReductionArguments(op))
      .infer(rules::InferReduction)
      .gradient([](Grad& g) {
        g.none("reduction_indices");
        const Grad::Value share = g.op("RealDiv", {g.upstream(), rules::ReducedCount(g)});
        return g.of("input", rules::StretchToInput(g, share));
      })
      .run([](Run& c) { rules::RunReduction(c, Reduction::kMean); })
      .example("Of each row.", {{"input", "float[2,3]:1,2,3,4,5,6"}, {"reduction_indices", "1"}},
               {"float[2]:2,5"});
}

}  // namespace voxgrad
