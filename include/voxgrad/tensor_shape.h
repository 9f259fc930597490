// The sizes of a tensor, fully known or in part.
#ifndef VOXGRAD_TENSOR_SHAPE_H_
#define VOXGRAD_TENSOR_SHAPE_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "voxgrad/export.h"

namespace voxgrad {

/// A handful of 64-bit integers: sizes, window entries, strides.
using Ints = std::vector<int64_t>;

/// "[1,2,3]"; a size of -1 is unknown and prints as "?".
VOXGRAD_API std::string ShapeString(absl::Span<const int64_t> dims);

/// The sizes of a tensor. Every size is at least 0 and their product fits into 63 bits.
///
///     TensorShape shape({1, 96, 96, 96, 32});
///     shape.dim_size(4);      // 32
///     shape.num_elements();   // 28311552
///     shape.DebugString();    // "[1,96,96,96,32]"
class VOXGRAD_API TensorShape {
 public:
  static constexpr int kMaxDims = 254;

  TensorShape() = default;
  TensorShape(std::initializer_list<int64_t> dims) : TensorShape(absl::Span<const int64_t>(dims)) {}
  /// Sizes that no tensor can have (below 0, or a product past 2^63 - 1) leave a shape of no elements,
  /// [0]; use BuildTensorShape where the sizes come from outside.
  explicit TensorShape(absl::Span<const int64_t> dims);

  /// Checks the sizes and says what is wrong with them.
  static absl::Status BuildTensorShape(absl::Span<const int64_t> dims, TensorShape* shape);

  int dims() const { return static_cast<int>(dims_.size()); }
  int64_t dim_size(int i) const { return dims_[static_cast<size_t>(i)]; }
  absl::Span<const int64_t> dim_sizes() const { return dims_; }
  int64_t num_elements() const { return num_elements_; }
  std::string DebugString() const { return ShapeString(dims_); }
  bool IsSameSize(const TensorShape& other) const { return dims_ == other.dims_; }

  friend bool operator==(const TensorShape& a, const TensorShape& b) { return a.dims_ == b.dims_; }
  friend bool operator!=(const TensorShape& a, const TensorShape& b) { return a.dims_ != b.dims_; }

 private:
  Ints dims_;
  int64_t num_elements_ = 1;
};

/// A shape of which some sizes (-1), or even the number of dimensions, are not known yet.
class VOXGRAD_API PartialTensorShape {
 public:
  PartialTensorShape() = default;  // nothing known
  PartialTensorShape(std::initializer_list<int64_t> dims) : known_rank_(true), dims_(dims) {}
  explicit PartialTensorShape(absl::Span<const int64_t> dims)
      : known_rank_(true), dims_(dims.begin(), dims.end()) {}
  explicit PartialTensorShape(const TensorShape& shape) : PartialTensorShape(shape.dim_sizes()) {}

  bool unknown_rank() const { return !known_rank_; }
  int dims() const { return known_rank_ ? static_cast<int>(dims_.size()) : -1; }
  int64_t dim_size(int i) const { return dims_[static_cast<size_t>(i)]; }
  absl::Span<const int64_t> dim_sizes() const { return dims_; }
  bool IsFullyDefined() const;
  /// "[1,?,3]", or "<unknown>" when not even the number of dimensions is known.
  std::string DebugString() const { return known_rank_ ? ShapeString(dims_) : "<unknown>"; }

 private:
  bool known_rank_ = false;
  Ints dims_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_TENSOR_SHAPE_H_
