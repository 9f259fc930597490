// Minimum: the smaller of two numbers.
#include "ops/elementwise/elementwise.h"

namespace voxgrad {
namespace {

// A NaN on either side wins.
constexpr auto kMinimum = [](auto x, auto y) { return x < y || x != x ? x : y; };

}  // namespace

OP(Minimum) {
  op.group("math_ops")
      .doc("Returns the min of x and y (i.e. x < y ? x : y) element-wise.",
           "Sizes are stretched to each other as in NumPy. A NaN on either side is the result. The gradient "
           "goes to `x` where both are equal.")
      .input("x", "T", "")
      .input("y", "T", "")
      .output("z", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32,
                  DT_UINT32, DT_INT64, DT_UINT64})
      .infer(rules::Broadcast)
      .gradient([](Grad& g) { return rules::GradientOfChoice(g, "LessEqual"); })
      .run(rules::RunBinary<kMinimum, rules::Numbers>)
      .example("At most 2.", {{"x", "float[3]:1,2,3"}, {"y", "float[]:2"}}, {"float[3]:1,2,2"});
}

}  // namespace voxgrad
