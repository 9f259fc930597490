// Rank: the number of dimensions.
#include "ops/table/context.h"

namespace voxgrad {

OP(Rank) {
  op.group("array_ops")
      .doc("Returns the rank of a tensor.", "An integer: the number of dimensions of `input`.")
      .input("input", "T", "")
      .output("output", DT_INT32, "")
      .type("T", {})
      .no_gradient()
      .sets_results()
      .infer([](Infer& c) {
        c.SetOutput(0, TensorShape());
        const int rank = c.input("input").shape.dims();
        if (rank >= 0) c.SetValue(0, Tensor::Of<int32_t>({rank}, TensorShape()));
        return absl::OkStatus();
      })
      .run([](Run& c) { c.result() = *c.output_value(0); })
      .example("A matrix has two dimensions.", {{"input", "float[2,3]:1,2,3,4,5,6"}}, {"int32[]:2"});
}

}  // namespace voxgrad
