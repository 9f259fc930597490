// Eigen's maps of a tensor: `t.flat<float>()(i)`, `t.tensor<float, 5>()(n, d, h, w, c)`, `t.scalar<int>()()`.
#ifndef VOXGRAD_TENSOR_MAPS_H_
#define VOXGRAD_TENSOR_MAPS_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "voxgrad/tensor.h"
#include "voxgrad/tensor_types.h"

namespace voxgrad {

template <int NDIMS, class IndexType>
auto TensorShape::AsEigenDSizesWithPadding() const {
  if (dims() > NDIMS)
    MustSucceed(absl::InvalidArgumentError("is " + DebugString() + ", which has more dimensions"));
  Eigen::DSizes<IndexType, NDIMS> sizes;
  for (int i = 0; i < NDIMS; ++i) sizes[i] = i < dims() ? static_cast<IndexType>(dim_size(i)) : 1;
  return sizes;
}
template <int NDIMS, class IndexType>
auto TensorShape::AsEigenDSizes() const {
  if (dims() < NDIMS)
    MustSucceed(absl::InvalidArgumentError("is " + DebugString() + ", which has fewer dimensions"));
  return AsEigenDSizesWithPadding<NDIMS, IndexType>();
}

template <class Map, class T>
Map Tensor::MapOf(absl::Span<const int64_t> sizes) const {
  Eigen::array<Eigen::DenseIndex, Map::NumIndices> dims;
  for (size_t i = 0; i < dims.size(); ++i) dims[i] = sizes[i];
  return Map(static_cast<T*>(data()), dims);
}

template <class T>
typename TTypes<T>::Flat Tensor::flat() {
  return shaped<T, 1>({NumElements()});
}
template <class T>
typename TTypes<T>::ConstFlat Tensor::flat() const {
  return shaped<T, 1>({NumElements()});
}

template <class T>
typename TTypes<T>::Scalar Tensor::scalar() {
  MarkWritten();
  static_assert(!std::is_same<T, std::string>::value, "the strings of a tensor are tstrings");
  CheckType(DataTypeToEnum<T>::v());
  CheckAligned();
  CheckOneElement();
  return typename TTypes<T>::Scalar(static_cast<T*>(data()));
}
template <class T>
typename TTypes<T>::ConstScalar Tensor::scalar() const {
  static_assert(!std::is_same<T, std::string>::value, "the strings of a tensor are tstrings");
  CheckType(DataTypeToEnum<T>::v());
  CheckAligned();
  CheckOneElement();
  return typename TTypes<T>::ConstScalar(static_cast<const T*>(data()));
}

template <class T, size_t NDIMS>
typename TTypes<T, NDIMS>::Tensor Tensor::tensor() {
  MarkWritten();
  CheckType(DataTypeToEnum<T>::v());
  CheckAligned();
  CheckDims(static_cast<int>(NDIMS));
  return MapOf<typename TTypes<T, NDIMS>::Tensor, T>(shape_.dim_sizes());
}
template <class T, size_t NDIMS>
typename TTypes<T, NDIMS>::ConstTensor Tensor::tensor() const {
  CheckType(DataTypeToEnum<T>::v());
  CheckAligned();
  CheckDims(static_cast<int>(NDIMS));
  return MapOf<typename TTypes<T, NDIMS>::ConstTensor, const T>(shape_.dim_sizes());
}

template <class T, size_t NDIMS>
typename TTypes<T, NDIMS>::Tensor Tensor::shaped(absl::Span<const int64_t> sizes) {
  MarkWritten();
  CheckType(DataTypeToEnum<T>::v());
  CheckAligned();
  CheckSizes(sizes, NDIMS);
  return MapOf<typename TTypes<T, NDIMS>::Tensor, T>(sizes);
}
template <class T, size_t NDIMS>
typename TTypes<T, NDIMS>::ConstTensor Tensor::shaped(absl::Span<const int64_t> sizes) const {
  CheckType(DataTypeToEnum<T>::v());
  CheckAligned();
  CheckSizes(sizes, NDIMS);
  return MapOf<typename TTypes<T, NDIMS>::ConstTensor, const T>(sizes);
}

template <class T, size_t NDIMS>
typename TTypes<T, NDIMS>::UnalignedTensor Tensor::unaligned_shaped(absl::Span<const int64_t> sizes) {
  MarkWritten();
  CheckType(DataTypeToEnum<T>::v());
  CheckSizes(sizes, NDIMS);
  return MapOf<typename TTypes<T, NDIMS>::UnalignedTensor, T>(sizes);
}
template <class T, size_t NDIMS>
typename TTypes<T, NDIMS>::UnalignedConstTensor Tensor::unaligned_shaped(
    absl::Span<const int64_t> sizes) const {
  CheckType(DataTypeToEnum<T>::v());
  CheckSizes(sizes, NDIMS);
  return MapOf<typename TTypes<T, NDIMS>::UnalignedConstTensor, const T>(sizes);
}

template <class T, size_t NDIMS>
typename TTypes<T, NDIMS>::Tensor Tensor::flat_inner_dims() {
  return shaped<T, NDIMS>(FlatInnerDims(NDIMS));
}
template <class T, size_t NDIMS>
typename TTypes<T, NDIMS>::ConstTensor Tensor::flat_inner_dims() const {
  return shaped<T, NDIMS>(FlatInnerDims(NDIMS));
}
template <class T, size_t NDIMS>
typename TTypes<T, NDIMS>::Tensor Tensor::flat_outer_dims() {
  return shaped<T, NDIMS>(FlatOuterDims(NDIMS));
}
template <class T, size_t NDIMS>
typename TTypes<T, NDIMS>::ConstTensor Tensor::flat_outer_dims() const {
  return shaped<T, NDIMS>(FlatOuterDims(NDIMS));
}
template <class T, size_t NDIMS>
typename TTypes<T, NDIMS>::Tensor Tensor::flat_inner_outer_dims(int64_t begin) {
  return shaped<T, NDIMS>(FlatInnerOuterDims(begin, NDIMS));
}
template <class T, size_t NDIMS>
typename TTypes<T, NDIMS>::ConstTensor Tensor::flat_inner_outer_dims(int64_t begin) const {
  return shaped<T, NDIMS>(FlatInnerOuterDims(begin, NDIMS));
}

template <class T, size_t NDIMS>
typename TTypes<T, NDIMS>::Tensor Tensor::bit_casted_shaped(absl::Span<const int64_t> sizes) {
  MarkWritten();
  CheckAligned();
  CheckBytes(sizes, NDIMS, sizeof(T));
  return MapOf<typename TTypes<T, NDIMS>::Tensor, T>(sizes);
}
template <class T, size_t NDIMS>
typename TTypes<T, NDIMS>::ConstTensor Tensor::bit_casted_shaped(absl::Span<const int64_t> sizes) const {
  CheckAligned();
  CheckBytes(sizes, NDIMS, sizeof(T));
  return MapOf<typename TTypes<T, NDIMS>::ConstTensor, const T>(sizes);
}
template <class T, size_t NDIMS>
typename TTypes<T, NDIMS>::Tensor Tensor::bit_casted_tensor() {
  CheckDims(static_cast<int>(NDIMS));
  return bit_casted_shaped<T, NDIMS>(shape_.dim_sizes());
}
template <class T, size_t NDIMS>
typename TTypes<T, NDIMS>::ConstTensor Tensor::bit_casted_tensor() const {
  CheckDims(static_cast<int>(NDIMS));
  return bit_casted_shaped<T, NDIMS>(shape_.dim_sizes());
}

}  // namespace voxgrad

#endif  // VOXGRAD_TENSOR_MAPS_H_
