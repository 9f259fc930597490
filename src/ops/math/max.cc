// Max: the largest of a tensor's elements along some axes.
#include "ops/math/reduce.h"

namespace voxgrad {

OP(Max) {
  op.group("math_ops")
      .doc("Computes the maximum of elements across dimensions of a tensor.",
           "Reduces `input` along the given dimensions, whose length becomes 1 with `keep_dims` and which "
           "disappear otherwise. A NaN is the result where there is one. The gradient is shared by the "
           "elements that are the maximum.");
  rules::ReductionTypes(rules::ReductionArguments(op), /*ordered=*/true)
      .infer(rules::InferReduction)
      .gradient(rules::GradientOfExtreme)
      .run([](Run& c) { rules::RunReduction(c, Reduction::kMax); })
      .example("Of each row.", {{"input", "float[2,3]:1,2,3,4,5,6"}, {"reduction_indices", "1"}},
               {"float[2]:3,6"});
}

}  // namespace voxgrad
