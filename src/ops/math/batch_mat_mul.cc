// BatchMatMul: products of many pairs of matrices.
#include "ops/math/batch_matmul.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(BatchMatMul) {
  op.group("math_ops")
      .doc("Multiplies slices of two tensors in batches.",
           "Each slice of the last two dimensions is a matrix; with `adj_x` or `adj_y` it is transposed "
           "first. "
           "The dimensions before the last two must be equal; BatchMatMulV2 stretches them.")
      .input("x", "T", "2-D or higher with shape `[..., r_x, c_x]`.")
      .input("y", "T", "2-D or higher with shape `[..., r_y, c_y]`.")
      .output("output", "T", "2-D or higher with shape `[..., r_o, c_o]`.")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64});
  rules::BatchMatMulAttributes(rules::WithoutComplex(op))
      .infer([](Infer& c) { return rules::InferBatchMatMul(c, /*broadcast=*/false); })
      .gradient([](Grad& g) { return rules::BatchMatMulGradient(g, /*broadcast=*/false); })
      .run(rules::RunBatchMatMul)
      .example("Two rows, each times a matrix of its own.",
               {{"x", "float[2,1,2]:1,2,3,4"}, {"y", "float[2,2,1]:1,10,1,10"}}, {"float[2,1,1]:21,43"});
}

}  // namespace voxgrad
