// Sums of rows that belong together. Every gradient that would scatter is such a sum: each place is computed
// once, from its own rows in their order.
#ifndef VOXGRAD_KERNELS_SUMS_SEGMENT_H_
#define VOXGRAD_KERNELS_SUMS_SEGMENT_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/exec.h"
#include "voxgrad/types.h"

namespace voxgrad {

/// out[s] = the sum of the rows r of `in` with ids[r] == s, s in [0, segments); zeros where there is none.
/// Rows with other ids take no part. A row has `width` elements. 16-bit floats are added as float and rounded
/// once, integers modulo 2^n, booleans by OR.
void SumSegments(Exec& exec, DataType type, absl::Span<const int64_t> ids, int64_t segments, int64_t width,
                 const void* in, void* out);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_SUMS_SEGMENT_H_
