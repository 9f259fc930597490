// Sign: which side of 0 a number is on.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

constexpr auto kSign = [](auto x) {
  using T = decltype(x);
  return x > T(0) ? T(1) : x < T(0) ? T(-1) : x;
};

}  // namespace

OP(Sign) {
  op.group("math_ops")
      .doc("Returns an element-wise indication of the sign of a number.",
           "-1 below 0, 1 above, 0 for 0; NaN stays NaN.");
  rules::UnaryOp<kSign, rules::Numbers>(op, Domain::kNotZero)
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64});
  rules::WithoutComplex(op)
      .gradient([](Grad& g) { return g.of("x", g.zeros_like(g.input("x"))); })
      .example("Three numbers.", {{"x", "float[3]:-1.5,0,2"}}, {"float[3]:-1,0,1"});
}

}  // namespace voxgrad
