// The slope of LeakyRelu as an operand.
#ifndef VOXGRAD_OPS_ELEMENTWISE_LEAKY_RELU_RULE_H_
#define VOXGRAD_OPS_ELEMENTWISE_LEAKY_RELU_RULE_H_

#include "ops/table/context.h"

namespace voxgrad::rules {

/// The attribute `alpha`.
OpBuilder& AlphaAttribute(OpBuilder& op);

/// Its value as a scalar of type T.
Tensor AlphaScalar(const OpCall& c);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_ELEMENTWISE_LEAKY_RELU_RULE_H_
