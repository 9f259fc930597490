#include "ops/math/segments.h"

#include "kernels/sums/segment.h"
#include "ops/rules/shapes.h"

namespace voxgrad::rules {

void RunSegmentSum(Run& c) {
  const Tensor& data = c.tensor("data");
  const Tensor& output = c.result();
  if (output.NumElements() == 0) return;
  SumSegments(c.exec(), data.dtype(), *c.host_ints("segment_ids"), output.dim_size(0),
              output.NumElements() / output.dim_size(0), data.data(), output.data());
}

}  // namespace voxgrad::rules
