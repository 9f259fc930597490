// FloorMod: the remainder of the quotient rounded down.
#include "ops/elementwise/elementwise.h"

namespace voxgrad {
namespace {

// The remainder of FloorDiv: it has the sign of the divisor.
constexpr auto kFloorMod = [](auto x, auto y) {
  using T = decltype(x);
  const T rest = elementwise::kMod(x, y);
  return rest != T(0) && (rest < T(0)) != (y < T(0)) ? static_cast<T>(rest + y) : rest;
};

}  // namespace

OP(FloorMod) {
  op.group("math_ops")
      .doc("Returns element-wise remainder of division.",
           "Sizes are stretched to each other as in NumPy. The result has the sign of `y`: x = FloorDiv(x, "
           "y) * y + FloorMod(x, y). For integers a divisor of 0 is an error.")
      .input("x", "T", "")
      .input("y", "T", "")
      .output("z", "T", "")
      .type("T", {DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                  DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE})
      .no_gradient()
      .infer(rules::BroadcastDivision)
      .run(rules::RunBinary<kFloorMod, rules::Numbers, 8>)
      .example("The remainder has the sign of the divisor.",
               {{"x", "int32[4]:7,-7,7,-7"}, {"y", "int32[4]:3,3,-3,-3"}}, {"int32[4]:1,2,-2,-1"});
}

}  // namespace voxgrad
