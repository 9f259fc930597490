// A tensor: element type, sizes, and the part of a buffer that holds the elements. Copies share the buffer.
//
// The maps that index a tensor like `t.matrix<float>()(i, j)` are Eigen's. They are only declared here, since
// Eigen takes long to compile; programs that call them include voxgrad/tensor_maps.h.
#ifndef VOXGRAD_TENSOR_H_
#define VOXGRAD_TENSOR_H_

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "voxgrad/buffer.h"
#include "voxgrad/export.h"
#include "voxgrad/string_piece.h"
#include "voxgrad/tensor_shape.h"
#include "voxgrad/types.h"

namespace voxgrad {

class TensorProto;

/// The Eigen maps of a tensor of T's with NDIMS dimensions; defined in voxgrad/tensor_types.h.
template <class T, int NDIMS = 1, class IndexType = std::ptrdiff_t>
struct TTypes;

/// Row-major numbers or strings. Copies share the memory; the ops never write to a tensor they were given.
///
///     auto grad = Tensor::Of<float>({1, 2, 3, 4}, {1, 2, 2, 1});
///     grad.dtype();             // DT_FLOAT
///     grad.values<float>()[3];  // 4
class VOXGRAD_API Tensor {
 public:
  /// A float tensor of shape [0], as in TensorFlow.
  Tensor() : Tensor(DT_FLOAT) {}
  /// A tensor of shape [0].
  explicit Tensor(DataType dtype) : dtype_(dtype), shape_({0}) {}
  /// Elements that are not set yet (strings are empty). Without the memory for them IsInitialized() is
  /// false; use BuildTensor where the sizes come from outside.
  Tensor(DataType dtype, const TensorShape& shape);
  /// Elements that begin `offset` bytes into a buffer, which must be large enough for them.
  Tensor(DataType dtype, const TensorShape& shape, BufferRef buffer, size_t offset = 0)
      : dtype_(dtype), shape_(shape), buffer_(std::move(buffer)), offset_(offset) {}
  /// Uses memory that lives elsewhere for as long as `memory` is held.
  Tensor(DataType dtype, const TensorShape& shape, std::shared_ptr<void> memory);

  /// A scalar.
  template <class T, class = std::enable_if_t<IsValidDataType<T>::value>>
  explicit Tensor(T value) : Tensor(DataTypeToEnum<T>::value, TensorShape({})) {
    *static_cast<T*>(data()) = std::move(value);
  }
  explicit Tensor(const std::string& value) : Tensor(tstring(value)) {}
  explicit Tensor(const char* value) : Tensor(tstring(value)) {}
  template <class T, class = std::enable_if_t<!std::is_same<T, char>::value>>
  explicit Tensor(T* pointer) = delete;  // else a pointer would be a bool

  /// Memory aligned to 64 bytes and padded to a multiple of 64, not initialised. ResourceExhausted when the
  /// machine does not have it.
  static absl::Status Allocate(DataType dtype, const TensorShape& shape, Tensor* tensor);
  static absl::Status BuildTensor(DataType dtype, const TensorShape& shape, Tensor* tensor) {
    return Allocate(dtype, shape, tensor);
  }

  /// A tensor of these values; their number must be the shape's, else the tensor is of shape [0].
  template <class T>
  static Tensor Of(absl::Span<const T> values, const TensorShape& shape) {
    Tensor tensor;
    if (static_cast<int64_t>(values.size()) != shape.num_elements() ||
        !Allocate(DataTypeToEnum<T>::value, shape, &tensor).ok()) {
      return Tensor();
    }
    std::copy(values.begin(), values.end(), tensor.mutable_values<T>().begin());
    return tensor;
  }
  template <class T>
  static Tensor Of(std::initializer_list<T> values, const TensorShape& shape) {
    return Of<T>(absl::Span<const T>(values.begin(), values.size()), shape);
  }
  /// A vector of 32-bit integers, the form in which ops take sizes; of no elements when one does not fit.
  static Tensor Sizes(absl::Span<const int64_t> sizes);

  DataType dtype() const { return dtype_; }
  const TensorShape& shape() const { return shape_; }
  int dims() const { return shape_.dims(); }
  int64_t dim_size(int i) const { return shape_.dim_size(i); }
  int64_t NumElements() const { return shape_.num_elements(); }
  bool IsSameSize(const Tensor& other) const { return shape_.IsSameSize(other.shape_); }
  /// False when there is no memory behind the elements.
  bool IsInitialized() const { return buffer_ != nullptr || (NumElements() == 0 && shape_.IsValid()); }
  /// Bytes of the elements, and of the text of strings.
  size_t TotalBytes() const;
  size_t AllocatedBytes() const { return buffer_ == nullptr ? 0 : TotalBytes(); }

  void* data() const { return buffer_ == nullptr ? nullptr : static_cast<char*>(buffer_->data()) + offset_; }
  const BufferRef& buffer() const { return buffer_; }
  size_t offset() const { return offset_; }
  DeviceKind device() const { return buffer_ == nullptr ? DeviceKind::kCpu : buffer_->device(); }
  /// The bytes of the elements; empty for strings, which are no plain memory.
  StringPiece tensor_data() const;
  /// Whether the maps may be used; a slice of a tensor may begin anywhere, see unaligned_flat.
  bool IsAligned() const;
  /// Also true of two slices of one tensor.
  bool SharesBufferWith(const Tensor& other) const;
  /// Whether nobody else has the memory: no other tensor, and no lender. Then writing to it concerns nobody.
  bool IsSoleHolder() const { return buffer_ != nullptr && buffer_->HasOneHolder(); }
  bool RefCountIsOne() const { return IsSoleHolder(); }  // TensorFlow's name for it

  /// The elements in row-major order; none where there is no memory. T must be the tensor's type, else the
  /// process ends.
  template <class T>
  absl::Span<const T> values() const {
    if (DataTypeToEnum<T>::value != dtype_) CheckType(DataTypeToEnum<T>::v());
    // Not braces: a Span of const bool would take them for a list of two bools.
    return absl::Span<const T>(static_cast<const T*>(data()), CountInMemory());
  }
  template <class T>
  absl::Span<T> mutable_values() {
    if (DataTypeToEnum<T>::value != dtype_) CheckType(DataTypeToEnum<T>::v());
    MarkWritten();
    return {static_cast<T*>(data()), CountInMemory()};
  }

  /// To be called by who writes through data(); what is meant for writing, as mutable_values() and the maps
  /// of a tensor that is not const, does it.
  void MarkWritten() {
    if (buffer_ != nullptr) buffer_->MarkWritten();
  }

  /// Shares the other's memory under another shape; false when the number of elements differs.
  [[nodiscard]] bool CopyFrom(const Tensor& other, const TensorShape& shape);
  /// The same under another type too; InvalidArgument when the number of bytes differs.
  absl::Status BitcastFrom(const Tensor& other, DataType dtype, const TensorShape& shape);
  /// Entries [start, limit) of the first dimension, in the same memory. Past the end, the process ends.
  Tensor Slice(int64_t start, int64_t limit) const;
  /// Entry `index` of the first dimension, which the result does not have.
  Tensor SubSlice(int64_t index) const;

  /// False when the message describes no tensor.
  [[nodiscard]] bool FromProto(const TensorProto& proto);
  /// The elements in the list of their type, or as they lie in memory.
  void AsProtoField(TensorProto* proto) const;
  void AsProtoTensorContent(TensorProto* proto) const;

  /// `Tensor<type: float shape: [5] values: 1 2 3...>`
  std::string DebugString(int max_values = 3) const;
  /// Type and shape only.
  std::string DeviceSafeDebugString() const;
  /// The first values (all, for a number below 0), separated by blanks, brackets around rows as TensorFlow
  /// sets them. With `print_v2` that many at either end of each dimension, one row a line.
  std::string SummarizeValue(int64_t max_entries, bool print_v2 = false) const;

  /// Eigen maps of the elements; voxgrad/tensor_maps.h has their definitions. A wrong type, number of
  /// dimensions or size ends the process with a message, as in TensorFlow.
  template <class T>
  typename TTypes<T>::Flat flat();
  template <class T>
  typename TTypes<T>::ConstFlat flat() const;
  template <class T>
  typename TTypes<T>::Vec vec() {
    return tensor<T, 1>();
  }
  template <class T>
  typename TTypes<T>::ConstVec vec() const {
    return tensor<T, 1>();
  }
  template <class T>
  typename TTypes<T>::Matrix matrix() {
    return tensor<T, 2>();
  }
  template <class T>
  typename TTypes<T>::ConstMatrix matrix() const {
    return tensor<T, 2>();
  }
  template <class T>
  typename TTypes<T>::Scalar scalar();
  template <class T>
  typename TTypes<T>::ConstScalar scalar() const;
  template <class T, size_t NDIMS>
  typename TTypes<T, NDIMS>::Tensor tensor();
  template <class T, size_t NDIMS>
  typename TTypes<T, NDIMS>::ConstTensor tensor() const;

  /// As if the shape were another one of as many elements.
  template <class T, size_t NDIMS>
  typename TTypes<T, NDIMS>::Tensor shaped(absl::Span<const int64_t> sizes);
  template <class T, size_t NDIMS>
  typename TTypes<T, NDIMS>::ConstTensor shaped(absl::Span<const int64_t> sizes) const;
  /// The outer dimensions, or the inner ones, taken together so that NDIMS remain.
  template <class T, size_t NDIMS = 2>
  typename TTypes<T, NDIMS>::Tensor flat_inner_dims();
  template <class T, size_t NDIMS = 2>
  typename TTypes<T, NDIMS>::ConstTensor flat_inner_dims() const;
  template <class T, size_t NDIMS = 2>
  typename TTypes<T, NDIMS>::Tensor flat_outer_dims();
  template <class T, size_t NDIMS = 2>
  typename TTypes<T, NDIMS>::ConstTensor flat_outer_dims() const;
  /// NDIMS dimensions, the first of which takes in all up to `begin`, the last all from begin + NDIMS - 1 on.
  template <class T, size_t NDIMS = 3>
  typename TTypes<T, NDIMS>::Tensor flat_inner_outer_dims(int64_t begin);
  template <class T, size_t NDIMS = 3>
  typename TTypes<T, NDIMS>::ConstTensor flat_inner_outer_dims(int64_t begin) const;

  /// Of memory that may begin anywhere.
  template <class T>
  typename TTypes<T>::UnalignedFlat unaligned_flat() {
    return unaligned_shaped<T, 1>({NumElements()});
  }
  template <class T>
  typename TTypes<T>::UnalignedConstFlat unaligned_flat() const {
    return unaligned_shaped<T, 1>({NumElements()});
  }
  template <class T, size_t NDIMS>
  typename TTypes<T, NDIMS>::UnalignedTensor unaligned_shaped(absl::Span<const int64_t> sizes);
  template <class T, size_t NDIMS>
  typename TTypes<T, NDIMS>::UnalignedConstTensor unaligned_shaped(absl::Span<const int64_t> sizes) const;

  /// The same bytes as elements of another type.
  template <class T, size_t NDIMS>
  typename TTypes<T, NDIMS>::Tensor bit_casted_tensor();
  template <class T, size_t NDIMS>
  typename TTypes<T, NDIMS>::ConstTensor bit_casted_tensor() const;
  template <class T, size_t NDIMS>
  typename TTypes<T, NDIMS>::Tensor bit_casted_shaped(absl::Span<const int64_t> sizes);
  template <class T, size_t NDIMS>
  typename TTypes<T, NDIMS>::ConstTensor bit_casted_shaped(absl::Span<const int64_t> sizes) const;

 private:
  size_t CountInMemory() const { return buffer_ == nullptr ? 0 : static_cast<size_t>(NumElements()); }
  /// The checks of the maps: they return, or end the process.
  void CheckType(DataType type) const;
  void CheckAligned() const;
  void CheckDims(int dims) const;
  void CheckOneElement() const;
  void CheckSizes(absl::Span<const int64_t> sizes, size_t dims) const;
  void CheckBytes(absl::Span<const int64_t> sizes, size_t dims, size_t element_size) const;

  TensorShape::Sizes FlatInnerDims(int64_t count) const;
  TensorShape::Sizes FlatOuterDims(int64_t count) const;
  TensorShape::Sizes FlatInnerOuterDims(int64_t begin, int64_t count) const;

  template <class Map, class T>
  Map MapOf(absl::Span<const int64_t> sizes) const;

  DataType dtype_ = DT_FLOAT;
  TensorShape shape_;
  BufferRef buffer_;
  size_t offset_ = 0;
};

VOXGRAD_API std::ostream& operator<<(std::ostream& stream, const Tensor& tensor);

}  // namespace voxgrad

#endif  // VOXGRAD_TENSOR_H_
