#include "ops/elementwise/leaky_relu_rule.h"

#include "core/host_values.h"

namespace voxgrad::rules {

OpBuilder& AlphaAttribute(OpBuilder& op) {
  return op.attr("alpha", AttrKind::kFloat, "The slope below 0.", 0.2F);
}

Tensor AlphaScalar(const OpCall& c) { return ScalarOf(c.type("T"), c.number("alpha")); }

}  // namespace voxgrad::rules
