// RandomStandardNormal: normally distributed numbers.
#include "ops/random/random.h"

namespace voxgrad {

OP(RandomStandardNormal) {
  op.group("random_ops")
      .cpp_class("RandomNormal")
      .doc("Outputs random values from a normal distribution.",
           "The generated values will have mean 0 and standard deviation 1. The stream is TensorFlow's for "
           "the same two seeds.");
  rules::RandomNumbers(op).run([](Run& c) {
    const int64_t count = c.result().NumElements();
    const RandomStream stream = rules::StreamOf(c, count);
    FillNormal(c.exec(), stream, c.result().dtype(), /*truncated=*/false, count, c.out());
  });
}

}  // namespace voxgrad
