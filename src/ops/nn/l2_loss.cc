// L2Loss: half the sum of squares.
#include "kernels/sums/reduce.h"
#include "ops/table/gradient.h"

namespace voxgrad {

OP(L2Loss) {
  op.group("nn_ops")
      .doc("L2 Loss.",
           "Computes half the L2 norm of a tensor without the `sqrt`: `output = sum(t ** 2) / 2`.")
      .input("t", "T", "Typically 2-D, but may have any dimensions.")
      .output("output", "T", "0-D.")
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .infer([](Infer& c) {
        c.SetOutput(0, TensorShape());
        return absl::OkStatus();
      })
      .gradient([](Grad& g) { return g.of("t", g.op("Mul", {g.input("t"), g.upstream()})); })
      .run([](Run& c) {
        const Tensor& t = c.tensor(0);
        const std::vector<bool> all(static_cast<size_t>(t.dims()), true);
        Reduce(c.exec(), Reduction::kHalfSquares, t.dtype(), t.shape().dim_sizes(), all, t.data(), c.out());
      })
      .example("(1 + 4 + 9) / 2", {{"t", "float[3]:1,-2,3"}}, {"float[]:7"});
}

}  // namespace voxgrad
