// Questions about shapes, under the names that TensorFlow programs use.
#ifndef VOXGRAD_UTIL_TENSOR_SHAPE_UTILS_H_
#define VOXGRAD_UTIL_TENSOR_SHAPE_UTILS_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "voxgrad/export.h"
#include "voxgrad/tensor_shape.h"

namespace voxgrad {

class VOXGRAD_API TensorShapeUtils {
 public:
  static bool IsScalar(const TensorShape& shape) { return shape.dims() == 0; }
  static bool IsVector(const TensorShape& shape) { return shape.dims() == 1; }
  static bool IsVectorOrHigher(const TensorShape& shape) { return shape.dims() >= 1; }
  static bool IsMatrix(const TensorShape& shape) { return shape.dims() == 2; }
  static bool IsSquareMatrix(const TensorShape& shape) {
    return IsMatrix(shape) && shape.dim_size(0) == shape.dim_size(1);
  }
  static bool IsMatrixOrHigher(const TensorShape& shape) { return shape.dims() >= 2; }

  static absl::Status MakeShape(absl::Span<const int32_t> dims, TensorShape* shape);
  static absl::Status MakeShape(absl::Span<const int64_t> dims, TensorShape* shape);
  static absl::Status MakeShape(absl::Span<const int32_t> dims, PartialTensorShape* shape);
  static absl::Status MakeShape(absl::Span<const int64_t> dims, PartialTensorShape* shape);
  template <class T, class Shape>
  static absl::Status MakeShape(const T* dims, int64_t count, Shape* shape) {
    return MakeShape(absl::Span<const T>(dims, static_cast<size_t>(count)), shape);
  }

  /// "[[1], [2,3]]"
  static std::string ShapeListString(const absl::Span<const TensorShape>& shapes);
  static bool StartsWith(const TensorShape& shape, const TensorShape& prefix);
  static bool EndsWith(const TensorShape& shape, const TensorShape& suffix);
  static absl::Status NumElements(absl::Span<const int64_t> dims, int64_t* num_elements);
};

class VOXGRAD_API PartialTensorShapeUtils {
 public:
  static std::string PartialShapeListString(const absl::Span<const PartialTensorShape>& shapes);
  static bool AreIdentical(const absl::Span<const PartialTensorShape>& a,
                           const absl::Span<const PartialTensorShape>& b);
  static bool AreCompatible(const absl::Span<const PartialTensorShape>& a,
                            const absl::Span<const PartialTensorShape>& b);
};

}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_TENSOR_SHAPE_UTILS_H_
