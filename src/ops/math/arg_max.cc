// ArgMax: where the largest element along an axis is.
#include "ops/math/along_axis.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(ArgMax) {
  op.group("math_ops")
      .doc("Returns the index with the largest value across dimensions of a tensor.",
           "The first one where several are equal. A NaN is passed over.");
  rules::ArgExtremeArguments(op)
      .type("Tidx", {DT_INT16, DT_INT32, DT_INT64}, DT_INT32)
      .type("output_type", {DT_INT16, DT_UINT16, DT_INT32, DT_INT64}, DT_INT64)
      .no_gradient()
      .infer(rules::InferArgExtreme)
      .run([](Run& c) { rules::RunArgExtreme(c, /*largest=*/true); })
      .example("Of each row.", {{"input", "float[2,3]:1,3,2,6,4,5"}, {"dimension", "int32[]:1"}},
               {"int64[2]:1,0"});
}

}  // namespace voxgrad
