// Cumsum: sums up to each element.
#include "ops/math/along_axis.h"
#include "ops/table/gradient.h"

namespace voxgrad {

OP(Cumsum) {
  op.group("math_ops")
      .doc("Compute the cumulative sum of the tensor `x` along `axis`.",
           "Each element of the result is the sum of the elements up to its place. Integers wrap around.");
  rules::CumulateArguments(op)
      .gradient([](Grad& g) {
        g.none("axis");
        return g.of(
            "x", g.op("Cumsum", {g.upstream(), g.input("axis")},
                      {{"exclusive", g.call().flag("exclusive")}, {"reverse", !g.call().flag("reverse")}}));
      })
      .run([](Run& c) { rules::RunCumulate(c, /*product=*/false); })
      .example("Along a row.", {{"x", "float[4]:1,2,3,4"}, {"axis", "int32[]:0"}}, {"float[4]:1,3,6,10"});
}

}  // namespace voxgrad
