// A tensor: element type, sizes, and a reference to memory that copies share.
#ifndef VOXGRAD_TENSOR_H_
#define VOXGRAD_TENSOR_H_

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "voxgrad/export.h"
#include "voxgrad/tensor_shape.h"
#include "voxgrad/types.h"

namespace voxgrad {

/// Row-major numbers. Copies share the memory; the ops never write to a tensor they were given.
///
///     auto grad = Tensor::Of<float>({1, 2, 3, 4}, {1, 2, 2, 1});
///     grad.dtype();             // DT_FLOAT
///     grad.values<float>()[3];  // 4
class VOXGRAD_API Tensor {
 public:
  /// A float tensor of shape [0], as in TensorFlow.
  Tensor() : shape_({0}) {}

  /// Memory aligned to 64 bytes and padded to a multiple of 64, not initialised. ResourceExhausted when the
  /// machine does not have it.
  static absl::Status Allocate(DataType dtype, const TensorShape& shape, Tensor* tensor);

  /// Uses memory that lives elsewhere for as long as `memory` is held.
  Tensor(DataType dtype, const TensorShape& shape, std::shared_ptr<void> memory)
      : dtype_(dtype), shape_(shape), memory_(std::move(memory)) {}

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
  size_t TotalBytes() const { return static_cast<size_t>(NumElements() * DataTypeSize(dtype_)); }

  void* data() const { return memory_.get(); }
  const std::shared_ptr<void>& memory() const { return memory_; }
  bool SharesBufferWith(const Tensor& other) const { return memory_ && memory_ == other.memory_; }

  /// The elements in row-major order. T must be the tensor's type.
  template <class T>
  absl::Span<const T> values() const {
    assert(DataTypeToEnum<T>::value == dtype_);
    // Not braces: a Span of const bool would take them for a list of two bools.
    return absl::Span<const T>(static_cast<const T*>(data()), static_cast<size_t>(NumElements()));
  }
  template <class T>
  absl::Span<T> mutable_values() {
    assert(DataTypeToEnum<T>::value == dtype_);
    return {static_cast<T*>(data()), static_cast<size_t>(NumElements())};
  }

  /// `Tensor<type: float shape: [5] values: 1 2 3...>`
  std::string DebugString(int max_values = 3) const;
  /// The first values (all, for a number below 0), separated by blanks, brackets around rows as TensorFlow
  /// sets them.
  std::string SummarizeValue(int64_t max_entries) const;

 private:
  DataType dtype_ = DT_FLOAT;
  TensorShape shape_;
  std::shared_ptr<void> memory_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_TENSOR_H_
