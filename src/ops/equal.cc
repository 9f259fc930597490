// Equal: whether x == y.
#include "ops/rules/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(Equal) {
  op.group("math_ops")
      .doc("Returns the truth value of (x == y) element-wise.",
           "Sizes are stretched to each other as in NumPy. NaN equals nothing, itself neither.")
      .input("x", "T", "")
      .input("y", "T", "")
      .output("z", DT_BOOL, "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_UINT8, DT_INT8, DT_UINT16, DT_INT16, DT_INT32,
                  DT_UINT32, DT_UINT64, DT_INT64, DT_BOOL});
  rules::WithoutComplex(op)
      .attr("incompatible_shape_error", AttrKind::kBool,
            "Whether shapes that do not fit are an error; otherwise the result is one value: the tensors are "
            "not equal.",
            true)
      .no_gradient()
      .infer(rules::Comparison)
      .run([](Run& c) { rules::RunComparison(c, BinaryFunction::kEqual, false); })
      .example("Three numbers against 2.", {{"x", "float[3]:1,2,3"}, {"y", "float[]:2"}},
               {"bool[3]:false,true,false"});
}

}  // namespace voxgrad
