// LRN and its gradient: attributes, checks and the gradient's gradient.
#ifndef VOXGRAD_OPS_NN_LRN_RULE_H_
#define VOXGRAD_OPS_NN_LRN_RULE_H_

#include "kernels/norm/lrn.h"
#include "ops/table/gradient.h"

namespace voxgrad::rules {

OpBuilder& LrnAttributes(OpBuilder& op);

/// All inputs have one shape, of four dimensions, and so has the output.
absl::Status InferLrn(Infer& c);

/// The problem for the kernels, once the rule has passed.
LrnProblem MakeLrnProblem(const Run& c);

/// Of LRNGrad, with respect to all three inputs.
absl::Status LrnGradGradient(Grad& g);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_NN_LRN_RULE_H_
