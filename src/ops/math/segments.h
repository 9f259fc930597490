// What the sums over segments share.
#ifndef VOXGRAD_OPS_MATH_SEGMENTS_H_
#define VOXGRAD_OPS_MATH_SEGMENTS_H_

#include "ops/table/context.h"

namespace voxgrad::rules {

/// Row s of the result = the sum of the rows of `data` whose entry in `segment_ids` is s.
void RunSegmentSum(Run& c);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_MATH_SEGMENTS_H_
