// TruncatedNormal: normally distributed numbers, none of them far from the mean.
#include "ops/random/random.h"

namespace voxgrad {

OP(TruncatedNormal) {
  op.group("random_ops")
      .doc("Outputs random values from a truncated normal distribution.",
           "The generated values follow a normal distribution with mean 0 and standard deviation 1, except "
           "that values whose magnitude is more than 2 standard deviations from the mean are dropped and "
           "re-picked. The stream is TensorFlow's for the same two seeds.");
  rules::RandomNumbers(op).run([](Run& c) {
    const int64_t count = c.result().NumElements();
    const RandomStream stream = rules::StreamOf(c, count);
    FillNormal(c.exec(), stream, c.result().dtype(), /*truncated=*/true, count, c.out());
  });
}

}  // namespace voxgrad
