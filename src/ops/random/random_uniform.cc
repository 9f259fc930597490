// RandomUniform: uniformly distributed numbers.
#include "ops/random/random.h"

namespace voxgrad {

OP(RandomUniform) {
  op.group("random_ops")
      .doc("Outputs random values from a uniform distribution.",
           "In the range `[0, 1)`. The stream is TensorFlow's for the same two seeds.");
  rules::RandomNumbers(op).run([](Run& c) {
    const int64_t count = c.result().NumElements();
    const RandomStream stream = rules::StreamOf(c, count);
    FillUniform(c.exec(), stream, c.result().dtype(), count, c.out());
  });
}

}  // namespace voxgrad
