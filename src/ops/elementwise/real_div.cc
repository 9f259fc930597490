// RealDiv: the quotient of two tensors of real numbers.
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(RealDiv) {
  op.group("math_ops")
      .doc("Returns x / y element-wise for real types.", "Sizes are stretched to each other as in NumPy.")
      .input("x", "T", "")
      .input("y", "T", "")
      .domain(Domain::kPositive)
      .output("z", "T", "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE})
      .without("uint8", "which has no quotient among the integers here; use Div, or Cast before.")
      .without("int8", "which has no quotient among the integers here; use Div, or Cast before.")
      .without("uint16", "which has no quotient among the integers here; use Div, or Cast before.")
      .without("int16", "which has no quotient among the integers here; use Div, or Cast before.")
      .without("int32", "which has no quotient among the integers here; use Div, or Cast before.")
      .without("uint32", "which has no quotient among the integers here; use Div, or Cast before.")
      .without("uint64", "which has no quotient among the integers here; use Div, or Cast before.")
      .without("int64", "which has no quotient among the integers here; use Div, or Cast before.");
  rules::WithoutComplex(op)
      .infer(rules::Broadcast)
      .gradient([](Grad& g) {
        const Grad::Value x = g.input("x");
        const Grad::Value y = g.input("y");
        const Grad::Value slope = g.op("RealDiv", {g.op("RealDiv", {g.op("Neg", {x}), y}), y});
        return rules::GradientOfBroadcast(g, g.op("RealDiv", {g.upstream(), y}),
                                          g.op("Mul", {g.upstream(), slope}));
      })
      .run(rules::RunBinary<elementwise::kDiv, rules::Fractions, 2>)
      .example("Half of each.", {{"x", "float[3]:1,2,3"}, {"y", "float[]:2"}}, {"float[3]:0.5,1,1.5"});
}

}  // namespace voxgrad
