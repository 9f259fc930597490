// Cumprod: products up to each element.
#include "ops/math/along_axis.h"
#include "ops/table/gradient.h"

namespace voxgrad {

OP(Cumprod) {
  op.group("math_ops")
      .doc("Compute the cumulative product of the tensor `x` along `axis`.",
           "Each element of the result is the product of the elements up to its place. Integers wrap around. "
           "The "
           "gradient divides by the elements, so none of them may be 0 there.");
  rules::CumulateArguments(op)
      .gradient([](Grad& g) {
        g.none("axis");
        const Grad::Value weighted = g.op("Mul", {g.output(), g.upstream()});
        const Grad::Value sums =
            g.op("Cumsum", {weighted, g.input("axis")},
                 {{"exclusive", g.call().flag("exclusive")}, {"reverse", !g.call().flag("reverse")}});
        return g.of("x", g.op("RealDiv", {sums, g.input("x")}));
      })
      .run([](Run& c) { rules::RunCumulate(c, /*product=*/true); })
      .example("Along a row.", {{"x", "float[4]:1,2,3,4"}, {"axis", "int32[]:0"}}, {"float[4]:1,2,6,24"});
}

}  // namespace voxgrad
