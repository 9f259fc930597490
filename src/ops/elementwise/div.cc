// Div: the quotient of two tensors.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Div) {
  op.group("math_ops")
      .doc("Returns x / y element-wise.",
           "Sizes are stretched to each other as in NumPy. Integers are divided towards zero; a divisor of 0 "
           "is an error for them.")
      .input("x", "T", "")
      .input("y", "T", "")
      .domain(Domain::kPositive)
      .output("z", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_UINT8, DT_INT8, DT_UINT16, DT_INT16, DT_INT32,
                  DT_UINT32, DT_UINT64, DT_INT64});
  rules::WithoutComplex(op)
      .infer(rules::BroadcastDivision)
      .gradient([](Grad& g) {
        const Grad::Value x = g.input("x");
        const Grad::Value y = g.input("y");
        const Grad::Value slope = g.op("Div", {g.op("Div", {g.op("Neg", {x}), y}), y});
        return rules::GradientOfBroadcast(g, g.op("Div", {g.upstream(), y}),
                                          g.op("Mul", {g.upstream(), slope}));
      })
      .run(rules::RunBinary<elementwise::kDiv, rules::Numbers, 2>)
      .example("Integers are cut towards zero.", {{"x", "int32[4]:7,-7,8,-8"}, {"y", "int32[]:2"}},
               {"int32[4]:3,-3,4,-4"});
}

}  // namespace voxgrad
