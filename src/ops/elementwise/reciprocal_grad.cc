// ReciprocalGrad: the gradient of Reciprocal.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(ReciprocalGrad) {
  op.group("math_ops")
      .doc("Computes the gradient for the inverse of `x` wrt its input.",
           "-dy * y*y, where `y = 1/x` and `dy` is the corresponding input gradient.")
      .gradient_of("Reciprocal");
  rules::GradientByResultOp<elementwise::kReciprocalGrad>(op).type("T", rules::Floats());
  rules::WithoutComplex(op)
      .gradient(rules::GradientOfReciprocalGrad)
      .example("The slope of 1/x at 1/2 is -4.", {{"y", "float[2]:2,1"}, {"dy", "float[2]:1,3"}},
               {"float[2]:-4,-3"});
}

}  // namespace voxgrad
