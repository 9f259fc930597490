// Planes cut out of a tensor, as bytes.
#ifndef VOXGRAD_STUDIO_TENSOR_SLICE_H_
#define VOXGRAD_STUDIO_TENSOR_SLICE_H_

#include <string>

#include "absl/status/statusor.h"
#include "voxgrad/tensor.h"

namespace voxgrad::studio {

/// Two axes and a place on each of the others. -1 for an axis of one cell that the tensor does not have.
struct Plane {
  int rows = -1;
  int columns = -1;
  Ints index;
};

/// The plane that a request names, or the middle one of the two longest axes.
absl::StatusOr<Plane> CheckPlane(const Tensor& tensor, int rows, int columns, const Ints& index);
Plane MiddlePlane(const Tensor& tensor);

/// Where a plane lies in memory, in elements.
struct PlaneView {
  int64_t first = 0, height = 1, width = 1, row_stride = 0, column_stride = 0;
};
PlaneView ViewOf(const Tensor& tensor, const Plane& plane);

struct Slice {
  int64_t width = 0, height = 0;
  int64_t every = 1;
  std::string bytes;  // row-major; 0 is NaN, 1…255 from low to high
};

/// Every k-th cell, so that no side is longer than `most`.
Slice CutSlice(const Tensor& tensor, const Plane& plane, double low, double high, int64_t most);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_TENSOR_SLICE_H_
