// Round: the nearest integer.
#include <cmath>
#include <type_traits>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

constexpr auto kRound = [](auto x) {
  if constexpr (std::is_integral_v<decltype(x)>) {
    return x;
  } else {
    return std::nearbyint(x);
  }
};

}  // namespace

OP(Round) {
  op.group("math_ops")
      .doc("Rounds the values of a tensor to the nearest integer, element-wise.",
           "Half way, to the even one: banker's rounding.");
  rules::UnaryOp<kRound, rules::Numbers, 1, &cpu::FloatLoops::round>(op).type(
      "T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64});
  rules::WithoutComplex(op).no_gradient().example(
      "Halves go to the even neighbour.", {{"x", "float[4]:0.5,1.5,2.5,-0.7"}}, {"float[4]:0,2,2,-1"});
}

}  // namespace voxgrad
