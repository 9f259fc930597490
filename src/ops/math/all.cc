// All: whether all are true.
#include "ops/math/reduce.h"

namespace voxgrad {

OP(All) {
  op.group("math_ops")
      .doc("Computes the \"logical and\" of elements across dimensions of a tensor.",
           "Reduces `input` along the given dimensions, whose length becomes 1 with `keep_dims` and which "
           "disappear otherwise. Of nothing it is true.");
  rules::BooleanReduction<Reduction::kAll>(op).example(
      "Of each row.", {{"input", "bool[2,2]:true,true,true,false"}, {"reduction_indices", "1"}},
      {"bool[2]:true,false"});
}

}  // namespace voxgrad
