#include "ops/elementwise/leaky_relu_rule.h"

#include "core/type_list.h"
#include "ops/rules/boxes.h"

namespace voxgrad::rules {

OpBuilder& AlphaAttribute(OpBuilder& op) {
  return op.attr("alpha", AttrKind::kFloat, "The slope below 0.", 0.2F);
}

Tensor AlphaScalar(const OpCall& c) {
  Tensor scalar = NewTensor(c.type("T"), TensorShape());
  VisitType(FloatTypes(), scalar.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    *static_cast<T*>(scalar.data()) = static_cast<T>(c.number("alpha"));
  });
  return scalar;
}

}  // namespace voxgrad::rules
