// Tensors for tests and examples, from lists of values.
#ifndef VOXGRAD_UTIL_TENSOR_TESTUTIL_H_
#define VOXGRAD_UTIL_TENSOR_TESTUTIL_H_

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <numeric>

#include "absl/types/span.h"
#include "voxgrad/logging.h"
#include "voxgrad/tensor_maps.h"

namespace voxgrad {
namespace test {

template <class T>
Tensor AsScalar(const T& value) {
  return Tensor(value);
}

/// `AsTensor<float>({1, 2, 3, 4}, {2, 2})`; without a shape a vector.
template <class T>
Tensor AsTensor(absl::Span<const T> values, const TensorShape& shape) {
  CHECK_EQ(static_cast<int64_t>(values.size()), shape.num_elements());
  return Tensor::Of<T>(values, shape);
}
template <class T>
Tensor AsTensor(absl::Span<const T> values) {
  return AsTensor<T>(values, TensorShape({static_cast<int64_t>(values.size())}));
}
template <class T>
Tensor AsTensor(std::initializer_list<T> values) {
  return AsTensor<T>(absl::Span<const T>(values.begin(), values.size()));
}
template <class T>
Tensor AsTensor(std::initializer_list<T> values, const TensorShape& shape) {
  return AsTensor<T>(absl::Span<const T>(values.begin(), values.size()), shape);
}

template <class T>
void FillValues(Tensor* tensor, absl::Span<const T> values) {
  auto flat = tensor->flat<T>();
  CHECK_EQ(flat.size(), static_cast<int64_t>(values.size()));
  std::copy(values.begin(), values.end(), flat.data());
}
/// The values may be of another type: `FillValues<float>(&x, {1, 2, 3})`.
template <class T, class Source>
void FillValues(Tensor* tensor, std::initializer_list<Source> values) {
  auto flat = tensor->flat<T>();
  CHECK_EQ(flat.size(), static_cast<int64_t>(values.size()));
  std::transform(values.begin(), values.end(), flat.data(), [](const Source& value) { return T(value); });
}

/// value, value + 1, value + 2, …
template <class T>
void FillIota(Tensor* tensor, const T& value) {
  auto flat = tensor->flat<T>();
  std::iota(flat.data(), flat.data() + flat.size(), value);
}

/// function(0), function(1), …
template <class T>
void FillFn(Tensor* tensor, std::function<T(int)> function) {
  auto flat = tensor->flat<T>();
  for (int i = 0; i < flat.size(); ++i) flat(i) = function(i);
}

}  // namespace test
}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_TENSOR_TESTUTIL_H_
