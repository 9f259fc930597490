// Abs: the magnitude of a number.
#include <cmath>
#include <type_traits>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

// The least integer has no opposite and stays.
constexpr auto kAbs = [](auto x) {
  if constexpr (std::is_integral_v<decltype(x)>) {
    return x < 0 ? elementwise::kNeg(x) : x;
  } else {
    return std::abs(x);
  }
};

}  // namespace

OP(Abs) {
  op.group("math_ops")
      .doc("Computes the absolute value of a tensor.",
           "The least integer of a type has no opposite there and stays what it is.");
  rules::UnaryOp<kAbs, rules::Numbers>(op, Domain::kNotZero)
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64});
  op.gradient([](Grad& g) {
      return g.of("x", g.op("Mul", {g.upstream(), g.op("Sign", {g.input("x")})}));
    }).example("Without the sign.", {{"x", "float[3]:-1.5,0,2"}}, {"float[3]:1.5,0,2"});
}

}  // namespace voxgrad
