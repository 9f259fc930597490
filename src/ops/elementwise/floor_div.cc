// FloorDiv: the quotient rounded down.
#include <cmath>
#include <type_traits>

#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

constexpr auto kFloorDiv = [](auto x, auto y) {
  using T = decltype(x);
  if constexpr (std::is_integral_v<T>) {
    const T towards_zero = elementwise::kDiv(x, y);
    const bool opposite = (x < T(0)) != (y < T(0));
    return opposite && elementwise::kMod(x, y) != 0 ? static_cast<T>(towards_zero - 1) : towards_zero;
  } else {
    return std::floor(x / y);
  }
};

}  // namespace

OP(FloorDiv) {
  op.group("math_ops")
      .doc("Returns x // y element-wise.",
           "Sizes are stretched to each other as in NumPy. The quotient is rounded towards minus infinity; "
           "for integers a divisor of 0 is an error.")
      .input("x", "T", "")
      .input("y", "T", "")
      .output("z", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_UINT8, DT_INT8, DT_UINT16, DT_INT16, DT_INT32,
                  DT_UINT32, DT_UINT64, DT_INT64});
  rules::WithoutComplex(op)
      .no_gradient()
      .infer(rules::BroadcastDivision)
      .run(rules::RunBinary<kFloorDiv, rules::Numbers, 4>)
      .example("Rounded down, not towards zero.", {{"x", "int32[4]:7,-7,8,-8"}, {"y", "int32[]:2"}},
               {"int32[4]:3,-4,4,-4"});
}

}  // namespace voxgrad
