// Min: the smallest of a tensor's elements along some axes.
#include "ops/math/reduce.h"

namespace voxgrad {

OP(Min) {
  op.group("math_ops")
      .doc("Computes the minimum of elements across dimensions of a tensor.",
           "Reduces `input` along the given dimensions, whose length becomes 1 with `keep_dims` and which "
           "disappear otherwise. A NaN is the result where there is one. The gradient is shared by the "
           "elements that are the minimum.");
  rules::ReductionTypes(rules::ReductionArguments(op), /*ordered=*/true)
      .infer(rules::InferReduction)
      .gradient(rules::GradientOfExtreme)
      .run([](Run& c) { rules::RunReduction(c, Reduction::kMin); })
      .example("Of each row.", {{"input", "float[2,3]:1,2,3,4,5,6"}, {"reduction_indices", "1"}},
               {"float[2]:1,4"});
}

}  // namespace voxgrad
