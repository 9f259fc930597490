// StridedSlice and its gradient: which elements of a tensor a slice with masks takes.
#ifndef VOXGRAD_OPS_ARRAY_STRIDED_SLICE_RULE_H_
#define VOXGRAD_OPS_ARRAY_STRIDED_SLICE_RULE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "kernels/array/copy_box.h"
#include "ops/table/context.h"

namespace voxgrad::rules {

/// The elements that are taken along one axis.
struct StridedAxis {
  int64_t begin = 0;
  int64_t stride = 1;
  int64_t size = 0;  // -1: not known
};

/// A slice, in the axes of the tensor it is taken from.
struct StridedBox {
  std::vector<StridedAxis> axes;
  PartialTensorShape shape;  // of the slice, with new axes and without those that were shrunk
};

/// The five masks.
OpBuilder& StridedSliceMasks(OpBuilder& op);

/// What `begin`, `end`, `strides` and the masks take of a tensor of this shape (of known rank). Sizes that
/// are not known yet are -1.
absl::StatusOr<StridedBox> ReadStridedSlice(const Infer& c, const PartialTensorShape& shape);

/// The box as it lies in `tensor`, whose slice lies row-major in its own memory; and where it begins there.
BoxAxes BoxOf(const StridedBox& box, const Tensor& tensor, int64_t* offset);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_ARRAY_STRIDED_SLICE_RULE_H_
