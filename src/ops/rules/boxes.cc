#include "ops/rules/boxes.h"

#include <new>

#include "kernels/array/copy_box.h"

namespace voxgrad::rules {
namespace {

int64_t OffsetOf(absl::Span<const int64_t> begin, absl::Span<const int64_t> strides) {
  int64_t offset = 0;
  for (size_t i = 0; i < begin.size(); ++i) offset += begin[i] * strides[i];
  return offset;
}

}  // namespace

Part All(const Tensor& tensor) {
  const auto& sizes = tensor.shape().dim_sizes();
  return {Ints(sizes.size(), 0), Ints(sizes.begin(), sizes.end())};
}

void CopyPart(Exec& exec, const Tensor& from, const Part& part, const Tensor& to,
              absl::Span<const int64_t> to_begin) {
  const int64_t bytes = DataTypeSize(to.dtype());
  const auto from_strides = RowMajorStrides(from.shape().dim_sizes(), bytes);
  const auto to_strides = RowMajorStrides(to.shape().dim_sizes(), bytes);
  BoxAxes axes;
  for (size_t i = 0; i < part.size.size(); ++i)
    axes.push_back({part.size[i], from_strides[i], to_strides[i]});
  CopyBox(exec, axes, static_cast<const char*>(from.data()) + OffsetOf(part.begin, from_strides),
          static_cast<char*>(to.data()) + OffsetOf(to_begin, to_strides), bytes);
}

void FillPart(Exec& exec, const void* value, const Tensor& to, const Part& part) {
  const int64_t bytes = DataTypeSize(to.dtype());
  const auto strides = RowMajorStrides(to.shape().dim_sizes(), bytes);
  BoxAxes axes;
  for (size_t i = 0; i < part.size.size(); ++i) axes.push_back({part.size[i], 0, strides[i]});
  CopyBox(exec, axes, value, static_cast<char*>(to.data()) + OffsetOf(part.begin, strides), bytes);
}

Tensor NewTensor(DataType dtype, const TensorShape& shape) {
  Tensor tensor;
  if (!Tensor::Allocate(dtype, shape, &tensor).ok()) throw std::bad_alloc();
  return tensor;
}

void ClearTensor(const Tensor& tensor) {
  ClearBytes(tensor.data(), static_cast<int64_t>(tensor.TotalBytes()));
}

Tensor View(const Tensor& tensor, const TensorShape& shape) {
  return Tensor(tensor.dtype(), shape, tensor.buffer(), tensor.offset());
}

}  // namespace voxgrad::rules
