// ArgMin: where the smallest element along an axis is.
#include "ops/math/along_axis.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(ArgMin) {
  op.group("math_ops")
      .doc("Returns the index with the smallest value across dimensions of a tensor.",
           "The first one where several are equal. A NaN is passed over.");
  rules::ArgExtremeArguments(op)
      .type("Tidx", {DT_INT32, DT_INT64}, DT_INT32)
      .type("output_type", {DT_INT32, DT_INT64}, DT_INT64)
      .no_gradient()
      .infer(rules::InferArgExtreme)
      .run([](Run& c) { rules::RunArgExtreme(c, /*largest=*/false); })
      .example("Of each row.", {{"input", "float[2,3]:1,3,2,6,4,5"}, {"dimension", "int32[]:1"}},
               {"int64[2]:0,1"});
}

}  // namespace voxgrad
