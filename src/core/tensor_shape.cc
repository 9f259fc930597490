#include "voxgrad/tensor_shape.h"

#include <algorithm>
#include <ostream>

#include "absl/strings/str_cat.h"
#include "core/error.h"
#include "voxgrad/logging.h"

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

/// Whether some tensor has these sizes. Where `partial`, -1 stands for any size.
absl::Status CheckSizes(absl::Span<const int64_t> dims, bool partial) {
  if (dims.size() > TensorShape::kMaxDims) {
    return absl::InvalidArgumentError(
        absl::StrCat("has ", dims.size(), " dimensions; the most is ", TensorShape::kMaxDims));
  }
  absl::InlinedVector<int64_t, 8> known;
  for (const int64_t dim : dims) {
    if (partial && dim == -1) continue;
    if (dim < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("has a size below ", partial ? "-1: " : "0: ", ShapeString(dims)));
    }
    known.push_back(dim);
  }
  int64_t count = 0;
  if (!CountElements(known, &count)) {
    return absl::InvalidArgumentError(
        absl::StrCat("is ", ShapeString(dims), ", more than 2^63 - 1 elements"));
  }
  return absl::OkStatus();
}

absl::Status NoSuchDimension(int64_t axis, const std::string& shape) {
  return absl::InvalidArgumentError(absl::StrCat("is ", shape, ", which has no dimension ", axis));
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

template <class Shape>
TensorShapeBase<Shape>::TensorShapeBase(const TensorShapeBase&) = default;
template <class Shape>
TensorShapeBase<Shape>::TensorShapeBase(TensorShapeBase&&) noexcept = default;
template <class Shape>
TensorShapeBase<Shape>& TensorShapeBase<Shape>::operator=(const TensorShapeBase&) = default;
template <class Shape>
TensorShapeBase<Shape>& TensorShapeBase<Shape>::operator=(TensorShapeBase&&) noexcept = default;

template <class Shape>
void TensorShapeBase<Shape>::AssignUnchecked(absl::Span<const int64_t> dims) {
  dims_.assign(dims.begin(), dims.end());
  known_rank_ = true;
  valid_ = true;
  if (!CountElements(dims_, &num_elements_)) num_elements_ = -1;
}

template <class Shape>
absl::Status TensorShapeBase<Shape>::Assign(absl::Span<const int64_t> dims) {
  absl::Status status = CheckSizes(dims, kIsPartial);
  if (status.ok()) AssignUnchecked(dims);
  return status;
}

template <class Shape>
void TensorShapeBase<Shape>::Clear() {
  AssignUnchecked({});
}

template <class Shape>
bool TensorShapeBase<Shape>::IsFullyDefined() const {
  return known_rank_ && std::all_of(dims_.begin(), dims_.end(), [](int64_t dim) { return dim >= 0; });
}

template <class Shape>
absl::Status TensorShapeBase<Shape>::InsertDimWithStatus(int axis, int64_t size) {
  if (!known_rank_) return absl::OkStatus();  // one dimension more than nobody knows
  if (axis < 0 || axis > dims()) return NoSuchDimension(axis, DebugString());
  Sizes changed = dims_;
  changed.insert(changed.begin() + axis, size);
  return Assign(changed);
}

template <class Shape>
absl::Status TensorShapeBase<Shape>::SetDimWithStatus(int axis, int64_t size) {
  if (axis < 0 || axis >= dims()) return NoSuchDimension(axis, DebugString());
  Sizes changed = dims_;
  changed[static_cast<size_t>(axis)] = size;
  return Assign(changed);
}

template <class Shape>
absl::Status TensorShapeBase<Shape>::AppendShapeWithStatus(const TensorShapeBase& shape) {
  if (!known_rank_) return absl::OkStatus();
  if (!shape.known_rank_) {
    *this = shape;
    return absl::OkStatus();
  }
  return AppendSizes(shape.dims_);
}

template <class Shape>
absl::Status TensorShapeBase<Shape>::AppendShapeWithStatus(std::initializer_list<int64_t> dims) {
  return known_rank_ ? AppendSizes(dims) : absl::OkStatus();
}

template <class Shape>
absl::Status TensorShapeBase<Shape>::AppendSizes(absl::Span<const int64_t> dims) {
  Sizes changed = dims_;
  changed.insert(changed.end(), dims.begin(), dims.end());
  return Assign(changed);
}

template <class Shape>
absl::Status TensorShapeBase<Shape>::RemoveDimRangeWithStatus(int begin, int end) {
  if (!known_rank_) return absl::OkStatus();
  const int first = begin < 0 ? dims() + begin + 1 : begin;
  const int last = end < 0 ? dims() + end + 1 : end;
  if (first < 0 || first > dims()) return NoSuchDimension(begin, DebugString());
  if (last < 0 || last > dims()) return NoSuchDimension(end, DebugString());
  if (first >= last) return absl::OkStatus();
  Sizes changed = dims_;
  changed.erase(changed.begin() + first, changed.begin() + last);
  return Assign(changed);
}

template <class Shape>
absl::Status TensorShapeBase<Shape>::RemoveDimWithStatus(int64_t axis) {
  if (!known_rank_) return absl::OkStatus();
  if (axis < 0 || axis >= dims()) return NoSuchDimension(axis, DebugString());
  return RemoveDimRangeWithStatus(static_cast<int>(axis), static_cast<int>(axis) + 1);
}

template <class Shape>
absl::Status TensorShapeBase<Shape>::RemoveLastDimsWithStatus(int64_t count) {
  if (!known_rank_) return absl::OkStatus();
  if (count < 0 || count > dims()) return NoSuchDimension(dims() - count, DebugString());
  return RemoveDimRangeWithStatus(dims() - static_cast<int>(count), dims());
}

template <class Shape>
int64_t TensorShapeBase<Shape>::MissingDim(int i) const {
  if (known_rank_) MustSucceed(NoSuchDimension(i, DebugString()));
  return -1;
}

template <class Shape>
void TensorShapeBase<Shape>::MustSucceed(const absl::Status& status) {
  CHECK(status.ok()) << "a shape " << std::string(status.message());
}

template class TensorShapeBase<TensorShape>;
template class TensorShapeBase<PartialTensorShape>;

TensorShape::TensorShape(absl::Span<const int64_t> dims) {
  const absl::Status status = Assign(dims);
  if (!status.ok()) Refuse(status);
}

void TensorShape::Refuse(const absl::Status& status) {
  LOG(ERROR) << "a shape " << std::string(status.message());
  AssignUnchecked({0});
  valid_ = false;
}

absl::Status TensorShape::BuildTensorShape(absl::Span<const int64_t> dims, TensorShape* shape) {
  if (shape == nullptr) return NullResult("BuildTensorShape", "shape");
  return shape->Assign(dims);
}

absl::Status PartialTensorShape::BuildPartialTensorShape(absl::Span<const int64_t> dims,
                                                         PartialTensorShape* shape) {
  if (shape == nullptr) return NullResult("BuildPartialTensorShape", "shape");
  return shape->Assign(dims);
}

absl::Status PartialTensorShape::ConcatenateWithStatus(int64_t size, PartialTensorShape* result) const {
  return ConcatenateWithStatus(PartialTensorShape({size}), result);
}

absl::Status PartialTensorShape::ConcatenateWithStatus(const PartialTensorShape& shape,
                                                       PartialTensorShape* result) const {
  PartialTensorShape joined = *this;
  absl::Status status = joined.AppendShapeWithStatus(shape);
  if (status.ok() && result == nullptr) return NullResult("ConcatenateWithStatus", "result");
  if (status.ok()) *result = std::move(joined);
  return status;
}

PartialTensorShape PartialTensorShape::Concatenate(int64_t size) const {
  return Concatenate(PartialTensorShape({size}));
}

PartialTensorShape PartialTensorShape::Concatenate(const PartialTensorShape& shape) const {
  PartialTensorShape joined = *this;
  joined.AppendShape(shape);
  return joined;
}

absl::Status PartialTensorShape::MergeWith(const PartialTensorShape& shape,
                                           PartialTensorShape* result) const {
  if (result == nullptr) return NullResult("MergeWith", "result");
  if (unknown_rank() || shape.unknown_rank()) {
    *result = unknown_rank() ? shape : *this;
    return absl::OkStatus();
  }
  if (!IsCompatibleWith(shape)) {
    return absl::InvalidArgumentError(
        absl::StrCat("is both ", DebugString(), " and ", shape.DebugString(), "; no tensor is"));
  }
  Sizes merged = dim_sizes();
  for (size_t i = 0; i < merged.size(); ++i) merged[i] = std::max(merged[i], shape.dim_sizes()[i]);
  return BuildPartialTensorShape(merged, result);
}

bool PartialTensorShape::IsCompatibleWith(const PartialTensorShape& shape) const {
  if (unknown_rank() || shape.unknown_rank()) return true;
  return std::equal(dim_sizes().begin(), dim_sizes().end(), shape.dim_sizes().begin(),
                    shape.dim_sizes().end(),
                    [](int64_t a, int64_t b) { return a == b || a == -1 || b == -1; });
}

bool PartialTensorShape::AsTensorShape(TensorShape* shape) const {
  return shape != nullptr && IsFullyDefined() && TensorShape::BuildTensorShape(dim_sizes(), shape).ok();
}

std::ostream& operator<<(std::ostream& stream, const TensorShape& shape) {
  return stream << shape.DebugString();
}
std::ostream& operator<<(std::ostream& stream, const PartialTensorShape& shape) {
  return stream << shape.DebugString();
}

}  // namespace voxgrad
