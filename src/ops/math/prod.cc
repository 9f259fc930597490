// Prod: the product of a tensor's elements along some axes.
#include "ops/math/reduce.h"

namespace voxgrad {

OP(Prod) {
  op.group("math_ops")
      .doc("Computes the product of elements across dimensions of a tensor.",
           "Reduces `input` along the given dimensions, whose length becomes 1 with `keep_dims` and which "
           "disappear otherwise. Integers wrap around. The gradient of an element is the product of the "
           "others, also where one of them is 0; in a graph that does not know the axes beforehand it is the "
           "product divided by the element.");
  rules::ReductionTypes(rules::ReductionArguments(op, Domain::kNotZero))
      .infer(rules::InferReduction)
      .gradient(rules::GradientOfProduct)
      .run([](Run& c) { rules::RunReduction(c, Reduction::kProd); })
      .example("Of each row.", {{"input", "float[2,3]:1,2,3,4,5,6"}, {"reduction_indices", "1"}},
               {"float[2]:6,120"});
}

}  // namespace voxgrad
