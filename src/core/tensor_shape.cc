#include "voxgrad/tensor_shape.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace voxgrad {
namespace {

/// The product of the sizes; false when one is below 0 or the product does not fit. A size of 0 does not
/// excuse the others: [2^40, 2^40, 0] is refused too, since code multiplies sizes in any order.
bool CountElements(absl::Span<const int64_t> dims, int64_t* count) {
  int64_t nonzero = 1;
  bool any_zero = false;
  for (int64_t dim : dims) {
    if (dim < 0) return false;
    if (dim == 0) {
      any_zero = true;
    } else if (__builtin_mul_overflow(nonzero, dim, &nonzero)) {
      return false;
    }
  }
  *count = any_zero ? 0 : nonzero;
  return true;
}

}  // namespace

std::string ShapeString(absl::Span<const int64_t> dims) {
  std::string text = "[";
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i > 0) text += ",";
    text += dims[i] == -1 ? "?" : absl::StrCat(dims[i]);
  }
  return text + "]";
}

TensorShape::TensorShape(absl::Span<const int64_t> dims) : dims_(dims.begin(), dims.end()) {
  if (!CountElements(dims_, &num_elements_)) {
    dims_ = {0};
    num_elements_ = 0;
  }
}

absl::Status TensorShape::BuildTensorShape(absl::Span<const int64_t> dims, TensorShape* shape) {
  if (dims.size() > kMaxDims) {
    return absl::InvalidArgumentError(
        absl::StrCat("has ", dims.size(), " dimensions; the most is ", kMaxDims));
  }
  for (int64_t dim : dims) {
    if (dim < 0) return absl::InvalidArgumentError(absl::StrCat("has a size below 0: ", ShapeString(dims)));
  }
  int64_t count = 0;
  if (!CountElements(dims, &count)) {
    return absl::InvalidArgumentError(
        absl::StrCat("is ", ShapeString(dims), ", more than 2^63 - 1 elements"));
  }
  *shape = TensorShape(dims);
  return absl::OkStatus();
}

bool PartialTensorShape::IsFullyDefined() const {
  return known_rank_ && std::all_of(dims_.begin(), dims_.end(), [](int64_t dim) { return dim >= 0; });
}

}  // namespace voxgrad
