// Copying between memories of the same shape and other strides.
#ifndef VOXGRAD_PYTHON_STRIDED_H_
#define VOXGRAD_PYTHON_STRIDED_H_

#include <cstdint>
#include <cstring>

#include "absl/types/span.h"
#include "voxgrad/tensor_shape.h"

namespace voxgrad::python {

/// The strides in bytes of row-major memory.
inline Ints DenseStrides(absl::Span<const int64_t> shape, int64_t item) {
  Ints strides(shape.size());
  int64_t stride = item;
  for (size_t d = shape.size(); d-- > 0;) {
    strides[d] = stride;
    stride *= shape[d];
  }
  return strides;
}

/// True when elements lie in row-major order without gaps; strides of axes with one cell do not matter.
inline bool IsDense(absl::Span<const int64_t> shape, absl::Span<const int64_t> strides, int64_t item) {
  int64_t stride = item;
  for (size_t d = shape.size(); d-- > 0;) {
    if (shape[d] == 0) return true;
    if (shape[d] != 1 && strides[d] != stride) return false;
    stride *= shape[d];
  }
  return true;
}

/// The bytes that elements touch, from the first on: [begin, end) relative to the address of element 0.
struct Extent {
  int64_t begin = 0, end = 0;
};
inline Extent ExtentOf(absl::Span<const int64_t> shape, absl::Span<const int64_t> strides, int64_t item) {
  Extent extent{0, item};
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 0) return {};
    const int64_t reach = (shape[d] - 1) * strides[d];
    (reach < 0 ? extent.begin : extent.end) += reach;
  }
  return extent;
}

/// True when two elements share bytes, as in torch's expanded tensors.
bool OverlapsItself(absl::Span<const int64_t> shape, absl::Span<const int64_t> strides, int64_t item);

inline void CopyStrided(absl::Span<const int64_t> shape, int64_t item, const char* from,
                        absl::Span<const int64_t> from_strides, char* to,
                        absl::Span<const int64_t> to_strides) {
  if (shape.empty()) {
    std::memcpy(to, from, static_cast<size_t>(item));
    return;
  }
  for (int64_t i = 0; i < shape[0]; ++i) {
    CopyStrided(shape.subspan(1), item, from + i * from_strides[0], from_strides.subspan(1),
                to + i * to_strides[0], to_strides.subspan(1));
  }
}

}  // namespace voxgrad::python

#endif  // VOXGRAD_PYTHON_STRIDED_H_
