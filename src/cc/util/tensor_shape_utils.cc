#include "voxgrad/util/tensor_shape_utils.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/error.h"

namespace voxgrad {
namespace {

template <class Shape>
std::string ListString(absl::Span<const Shape> shapes) {
  const auto text = [](std::string* out, const Shape& shape) { out->append(shape.DebugString()); };
  return absl::StrCat("[", absl::StrJoin(shapes, ", ", text), "]");
}

/// Whether the `part`'s sizes are those of `shape` from dimension `start` on.
bool Holds(const TensorShape& shape, const TensorShape& part, int start) {
  return start >= 0 && start + part.dims() <= shape.dims() &&
         std::equal(part.dim_sizes().begin(), part.dim_sizes().end(), shape.dim_sizes().begin() + start);
}

}  // namespace

absl::Status TensorShapeUtils::MakeShape(absl::Span<const int32_t> dims, TensorShape* shape) {
  return MakeShape(Ints(dims.begin(), dims.end()), shape);
}
absl::Status TensorShapeUtils::MakeShape(absl::Span<const int64_t> dims, TensorShape* shape) {
  return TensorShape::BuildTensorShape(dims, shape);
}
absl::Status TensorShapeUtils::MakeShape(absl::Span<const int32_t> dims, PartialTensorShape* shape) {
  return MakeShape(Ints(dims.begin(), dims.end()), shape);
}
absl::Status TensorShapeUtils::MakeShape(absl::Span<const int64_t> dims, PartialTensorShape* shape) {
  return PartialTensorShape::BuildPartialTensorShape(dims, shape);
}

std::string TensorShapeUtils::ShapeListString(const absl::Span<const TensorShape>& shapes) {
  return ListString(shapes);
}

bool TensorShapeUtils::StartsWith(const TensorShape& shape, const TensorShape& prefix) {
  return Holds(shape, prefix, 0);
}

bool TensorShapeUtils::EndsWith(const TensorShape& shape, const TensorShape& suffix) {
  return Holds(shape, suffix, shape.dims() - suffix.dims());
}

absl::Status TensorShapeUtils::NumElements(absl::Span<const int64_t> dims, int64_t* num_elements) {
  TensorShape shape;
  absl::Status status = TensorShape::BuildTensorShape(dims, &shape);
  if (status.ok() && num_elements == nullptr) return NullResult("NumElements", "num_elements");
  if (status.ok()) *num_elements = shape.num_elements();
  return status;
}

std::string PartialTensorShapeUtils::PartialShapeListString(
    const absl::Span<const PartialTensorShape>& shapes) {
  return ListString(shapes);
}

bool PartialTensorShapeUtils::AreIdentical(const absl::Span<const PartialTensorShape>& a,
                                           const absl::Span<const PartialTensorShape>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

bool PartialTensorShapeUtils::AreCompatible(const absl::Span<const PartialTensorShape>& a,
                                            const absl::Span<const PartialTensorShape>& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const PartialTensorShape& x, const PartialTensorShape& y) { return x.IsCompatibleWith(y); });
}

}  // namespace voxgrad
