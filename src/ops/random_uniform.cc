// RandomUniform: uniformly distributed numbers.
#include "ops/rules/random.h"

namespace voxgrad {

OP(RandomUniform) {
  op.group("random_ops")
      .doc("Outputs random values from a uniform distribution.",
           "In the range `[0, 1)`. The stream is TensorFlow's for the same two seeds.")
      .input("shape", "T", "The shape of the output tensor.")
      .output("output", "dtype", "A tensor of the specified shape filled with random values.");
  rules::SeedAttributes(op)
      .type("dtype", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .type("T", {DT_INT32, DT_INT64})
      .stateful()
      .no_gradient()
      .infer(rules::InferRandom)
      .run([](Run& c) {
        const int64_t count = c.result().NumElements();
        const RandomStream stream = rules::StreamOf(c, count);
        FillUniform(stream, c.result().dtype(), count, c.out());
      });
}

}  // namespace voxgrad
