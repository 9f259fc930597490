// Whole tensors: copied, joined, cut, and as messages.
#ifndef VOXGRAD_UTIL_TENSOR_UTIL_H_
#define VOXGRAD_UTIL_TENSOR_UTIL_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "voxgrad/export.h"
#include "voxgrad/logging.h"
#include "voxgrad/page/tensor_proto.h"
#include "voxgrad/tensor.h"

namespace voxgrad {
namespace tensor {

/// A tensor with memory of its own.
VOXGRAD_API Tensor DeepCopy(const Tensor& tensor);

/// Tensors behind one another along the first dimension, and that undone. All have at least one dimension.
VOXGRAD_API absl::Status Concat(absl::Span<const Tensor> tensors, Tensor* result);
VOXGRAD_API absl::Status Split(const Tensor& tensor, absl::Span<const int64_t> sizes,
                               std::vector<Tensor>* result);

/// `CreateTensorProto<float>({1, 2, 3, 4}, {2, 2})`
template <class T>
TensorProto CreateTensorProto(const std::vector<T>& values, const std::vector<size_t>& shape) {
  const TensorShape sizes(Ints(shape.begin(), shape.end()));
  CHECK_EQ(static_cast<int64_t>(values.size()), sizes.num_elements());
  TensorProto proto;
  Tensor::Of<T>(values, sizes).AsProtoField(&proto);
  return proto;
}

}  // namespace tensor
}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_TENSOR_UTIL_H_
