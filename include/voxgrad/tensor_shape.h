// The sizes of a tensor, fully known or in part.
#ifndef VOXGRAD_TENSOR_SHAPE_H_
#define VOXGRAD_TENSOR_SHAPE_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "voxgrad/export.h"

namespace voxgrad {

class TensorShapeProto;
class TensorShape;
class PartialTensorShape;

/// A handful of 64-bit integers: sizes, window entries, strides.
using Ints = std::vector<int64_t>;

/// "[1,2,3]"; a size of -1 is unknown and prints as "?".
VOXGRAD_API std::string ShapeString(absl::Span<const int64_t> dims);

struct TensorShapeDim {
  explicit TensorShapeDim(int64_t s) : size(s) {}
  int64_t size;
};

/// Walks over the sizes: `for (const auto& dim : shape) Use(dim.size);`
template <class Shape>
class TensorShapeIter {
 public:
  TensorShapeIter(const Shape* shape, int axis) : shape_(shape), axis_(axis) {}
  friend bool operator==(TensorShapeIter a, TensorShapeIter b) { return a.axis_ == b.axis_; }
  friend bool operator!=(TensorShapeIter a, TensorShapeIter b) { return a.axis_ != b.axis_; }
  void operator++() { ++axis_; }
  // Const, so that `auto&` can hold it too.
  const TensorShapeDim operator*() const { return TensorShapeDim(shape_->dim_size(axis_)); }

 private:
  const Shape* shape_;
  int axis_;
};

/// What TensorShape and PartialTensorShape have in common. The changes below come in two forms: one returns
/// a status and leaves the shape alone when the result would be none; the other is TensorFlow's and ends the
/// process then.
template <class Shape>
class VOXGRAD_API TensorShapeBase {
 public:
  using Sizes = absl::InlinedVector<int64_t, 4>;
  static constexpr int kMaxDims = 254;
  static constexpr int MaxDimensions() { return kMaxDims; }

  // Not inline: g++ 12 takes parts of a moved InlinedVector for uninitialised and would warn in programs.
  // Marked one by one: it hides what is defaulted, as if it were.
  VOXGRAD_API TensorShapeBase(const TensorShapeBase& other);
  VOXGRAD_API TensorShapeBase(TensorShapeBase&& other) noexcept;
  VOXGRAD_API TensorShapeBase& operator=(const TensorShapeBase& other);
  VOXGRAD_API TensorShapeBase& operator=(TensorShapeBase&& other) noexcept;

  /// -1 when the number of dimensions is unknown.
  int dims() const { return known_rank_ ? static_cast<int>(dims_.size()) : -1; }
  /// -1 where the number of dimensions is unknown. Where there is no dimension i, the process ends.
  int64_t dim_size(int i) const {
    if (static_cast<size_t>(i) >= dims_.size()) return MissingDim(i);
    return dims_[static_cast<size_t>(i)];
  }
  const Sizes& dim_sizes() const& { return dims_; }
  Sizes dim_sizes() && { return dims_; }  // outlives the temporary
  /// The product of the sizes; -1 while one of them is unknown, or when it does not fit.
  int64_t num_elements() const { return num_elements_; }
  bool unknown_rank() const { return !known_rank_; }
  bool IsFullyDefined() const;
  /// False for a TensorShape that was made of sizes that no tensor can have.
  bool IsValid() const { return valid_; }

  /// "[1,?,3]", or "<unknown>" when not even the number of dimensions is known.
  std::string DebugString() const { return known_rank_ ? ShapeString(dims_) : "<unknown>"; }
  static std::string DebugString(const TensorShapeProto& proto);

  TensorShapeIter<Shape> begin() const { return {static_cast<const Shape*>(this), 0}; }
  TensorShapeIter<Shape> end() const {
    return {static_cast<const Shape*>(this), static_cast<int>(dims_.size())};
  }

  /// No dimensions: the shape of a scalar.
  void Clear();

  absl::Status AddDimWithStatus(int64_t size) { return InsertDimWithStatus(dims(), size); }
  absl::Status InsertDimWithStatus(int axis, int64_t size);
  absl::Status SetDimWithStatus(int axis, int64_t size);
  absl::Status AppendShapeWithStatus(const TensorShapeBase& shape);
  absl::Status AppendShapeWithStatus(std::initializer_list<int64_t> dims);
  /// Removes the dimensions [begin, end); numbers below 0 count from behind, -1 being the end.
  absl::Status RemoveDimRangeWithStatus(int begin, int end);
  absl::Status RemoveDimWithStatus(int64_t axis);
  absl::Status RemoveLastDimsWithStatus(int64_t count);

  void AddDim(int64_t size) { MustSucceed(AddDimWithStatus(size)); }
  void InsertDim(int axis, int64_t size) { MustSucceed(InsertDimWithStatus(axis, size)); }
  void set_dim(int axis, int64_t size) { MustSucceed(SetDimWithStatus(axis, size)); }
  void AppendShape(const TensorShapeBase& shape) { MustSucceed(AppendShapeWithStatus(shape)); }
  void AppendShape(std::initializer_list<int64_t> dims) { MustSucceed(AppendShapeWithStatus(dims)); }
  void RemoveDimRange(int begin, int end) { MustSucceed(RemoveDimRangeWithStatus(begin, end)); }
  void RemoveDim(int axis) { MustSucceed(RemoveDimWithStatus(axis)); }
  void RemoveLastDims(int count) { MustSucceed(RemoveLastDimsWithStatus(count)); }

  void AsProto(TensorShapeProto* proto) const;
  TensorShapeProto AsProto() const;
  static bool IsValid(const TensorShapeProto& proto) { return IsValidShape(proto).ok(); }
  static absl::Status IsValidShape(const TensorShapeProto& proto);

 protected:
  static constexpr bool kIsPartial = std::is_same<Shape, PartialTensorShape>::value;

  TensorShapeBase() : num_elements_(kIsPartial ? -1 : 1), known_rank_(!kIsPartial) {}

  /// Takes the sizes over, or says what is wrong with them.
  absl::Status Assign(absl::Span<const int64_t> dims);
  absl::Status Assign(const TensorShapeProto& proto);
  /// Takes the sizes over as they are.
  void AssignUnchecked(absl::Span<const int64_t> dims);
  bool SameDims(const TensorShapeBase& other) const {
    return known_rank_ == other.known_rank_ && dims_ == other.dims_;
  }

 private:
  absl::Status AppendSizes(absl::Span<const int64_t> dims);
  static void MustSucceed(const absl::Status& status);
  int64_t MissingDim(int i) const;
  friend class TensorShape;

  Sizes dims_;
  int64_t num_elements_;
  bool known_rank_;
  bool valid_ = true;
};

extern template class TensorShapeBase<TensorShape>;
extern template class TensorShapeBase<PartialTensorShape>;

/// The sizes of a tensor. Every size is at least 0 and their product fits into 63 bits.
///
///     TensorShape shape({1, 96, 96, 96, 32});
///     shape.dim_size(4);      // 32
///     shape.num_elements();   // 28311552
///     shape.DebugString();    // "[1,96,96,96,32]"
class VOXGRAD_API TensorShape : public TensorShapeBase<TensorShape> {
 public:
  TensorShape() = default;
  TensorShape(std::initializer_list<int64_t> dims) : TensorShape(absl::Span<const int64_t>(dims)) {}
  /// Sizes that no tensor can have (below 0, or a product past 2^63 - 1) are reported in the log and leave a
  /// shape of no elements, [0], that is not IsValid() and that no tensor can be made of. Use BuildTensorShape
  /// where the sizes come from outside.
  explicit TensorShape(absl::Span<const int64_t> dims);
  explicit TensorShape(const std::vector<int>& dims) : TensorShape(Ints(dims.begin(), dims.end())) {}
  TensorShape(const TensorShapeProto& proto);

  /// Checks the sizes and says what is wrong with them.
  static absl::Status BuildTensorShape(absl::Span<const int64_t> dims, TensorShape* shape);
  static absl::Status BuildTensorShape(std::initializer_list<int64_t> dims, TensorShape* shape) {
    return BuildTensorShape(absl::Span<const int64_t>(dims), shape);
  }
  static absl::Status BuildTensorShape(const TensorShapeProto& proto, TensorShape* shape);
  static absl::StatusOr<TensorShape> BuildTensorShape(const TensorShapeProto& proto);

  bool IsSameSize(const TensorShape& other) const { return SameDims(other); }

  /// The sizes as an Eigen::DSizes; defined in voxgrad/tensor_maps.h. NDIMS must be dims(), or at least that
  /// where the rest is filled with ones.
  template <int NDIMS, class IndexType = std::ptrdiff_t>
  auto AsEigenDSizes() const;
  template <int NDIMS, class IndexType = std::ptrdiff_t>
  auto AsEigenDSizesWithPadding() const;

  friend bool operator==(const TensorShape& a, const TensorShape& b) { return a.SameDims(b); }
  friend bool operator!=(const TensorShape& a, const TensorShape& b) { return !a.SameDims(b); }

 private:
  void Refuse(const absl::Status& status);
};

/// A shape of which some sizes (-1), or even the number of dimensions, are not known yet.
class VOXGRAD_API PartialTensorShape : public TensorShapeBase<PartialTensorShape> {
 public:
  PartialTensorShape() = default;  // nothing known
  PartialTensorShape(std::initializer_list<int64_t> dims)
      : PartialTensorShape(absl::Span<const int64_t>(dims)) {}
  /// Keeps whatever sizes it is given: a shape rule may arrive at ones that no tensor has, and who builds
  /// the tensor says so.
  explicit PartialTensorShape(absl::Span<const int64_t> dims) { AssignUnchecked(dims); }
  explicit PartialTensorShape(const std::vector<int>& dims)
      : PartialTensorShape(Ints(dims.begin(), dims.end())) {}
  PartialTensorShape(const TensorShape& shape) : PartialTensorShape(shape.dim_sizes()) {}
  PartialTensorShape(const TensorShapeProto& proto);

  static absl::Status BuildPartialTensorShape(absl::Span<const int64_t> dims, PartialTensorShape* shape);
  static absl::Status BuildPartialTensorShape(std::initializer_list<int64_t> dims,
                                              PartialTensorShape* shape) {
    return BuildPartialTensorShape(absl::Span<const int64_t>(dims), shape);
  }
  static absl::Status BuildPartialTensorShape(const TensorShapeProto& proto, PartialTensorShape* shape);
  static absl::StatusOr<PartialTensorShape> BuildPartialTensorShape(const TensorShapeProto& proto);
  template <class T>
  static absl::Status MakePartialShape(const T* dims, int count, PartialTensorShape* shape) {
    if (count < 0 || (dims == nullptr && count > 0))
      return absl::InvalidArgumentError("is made of sizes that are not there");
    return BuildPartialTensorShape(Ints(dims, dims + count), shape);
  }

  absl::Status ConcatenateWithStatus(int64_t size, PartialTensorShape* result) const;
  absl::Status ConcatenateWithStatus(const PartialTensorShape& shape, PartialTensorShape* result) const;
  PartialTensorShape Concatenate(int64_t size) const;
  PartialTensorShape Concatenate(const PartialTensorShape& shape) const;

  /// What both shapes together say; InvalidArgument where they disagree.
  absl::Status MergeWith(const PartialTensorShape& shape, PartialTensorShape* result) const;
  /// Whether some tensor has both shapes.
  bool IsCompatibleWith(const PartialTensorShape& shape) const;
  bool IsIdenticalTo(const PartialTensorShape& shape) const { return SameDims(shape); }
  /// False while something is unknown.
  bool AsTensorShape(TensorShape* shape) const;

  friend bool operator==(const PartialTensorShape& a, const PartialTensorShape& b) { return a.SameDims(b); }
  friend bool operator!=(const PartialTensorShape& a, const PartialTensorShape& b) { return !a.SameDims(b); }
};

VOXGRAD_API std::ostream& operator<<(std::ostream& stream, const TensorShape& shape);
VOXGRAD_API std::ostream& operator<<(std::ostream& stream, const PartialTensorShape& shape);

}  // namespace voxgrad

#endif  // VOXGRAD_TENSOR_SHAPE_H_
