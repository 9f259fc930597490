// Moving elements from one strided box of memory to another. Transposing, slicing, concatenating, padding,
// tiling and filling are all this, with other strides; elements are bytes, so that every type is one of a few
// sizes.
#ifndef VOXGRAD_KERNELS_ARRAY_COPY_BOX_H_
#define VOXGRAD_KERNELS_ARRAY_COPY_BOX_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "core/exec.h"

namespace voxgrad {

/// One axis of a box: how many elements, and how many bytes lie between two of them on either side. A stride
/// of 0 in `from` repeats, one below 0 walks backwards.
struct BoxAxis {
  int64_t size = 0;
  int64_t from = 0;
  int64_t to = 0;
};
using BoxAxes = absl::InlinedVector<BoxAxis, 8>;

/// The bytes between neighbours along each axis of a row-major tensor.
absl::InlinedVector<int64_t, 8> RowMajorStrides(absl::Span<const int64_t> sizes, int64_t element_bytes);

/// Copies every element of the box; the first axis is the outermost. Elements have 1, 2, 4, 8 or 16 bytes,
/// and no two of them go to the same place.
void CopyBox(Exec& exec, BoxAxes axes, const void* from, void* to, int64_t element_bytes);

/// Zeros everywhere.
void ClearBytes(void* out, int64_t bytes);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_ARRAY_COPY_BOX_H_
