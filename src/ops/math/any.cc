// Any: whether one is true.
#include "ops/math/reduce.h"

namespace voxgrad {

OP(Any) {
  op.group("math_ops")
      .doc("Computes the \"logical or\" of elements across dimensions of a tensor.",
           "Reduces `input` along the given dimensions, whose length becomes 1 with `keep_dims` and which "
           "disappear otherwise. Of nothing it is false.");
  rules::BooleanReduction<Reduction::kAny>(op).example(
      "Of each row.", {{"input", "bool[2,2]:true,false,false,false"}, {"reduction_indices", "1"}},
      {"bool[2]:true,false"});
}

}  // namespace voxgrad
