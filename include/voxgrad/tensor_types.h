// The types of Eigen's maps of a tensor, and of the elements that Eigen defines.
#ifndef VOXGRAD_TENSOR_TYPES_H_
#define VOXGRAD_TENSOR_TYPES_H_

#include <complex>
#include <cstddef>

#include "unsupported/Eigen/CXX11/Tensor"
#include "voxgrad/tensor.h"
#include "voxgrad/types.h"

namespace voxgrad {

using bfloat16 = Eigen::bfloat16;
using complex64 = std::complex<float>;
using complex128 = std::complex<double>;

VOXGRAD_TYPE(Eigen::half, DT_HALF);
VOXGRAD_TYPE(Eigen::bfloat16, DT_BFLOAT16);
VOXGRAD_TYPE(complex64, DT_COMPLEX64);
VOXGRAD_TYPE(complex128, DT_COMPLEX128);

/// Maps by the number of dimensions. The aligned ones need memory that begins on a multiple of 64 bytes.
template <class T, int NDIMS, class IndexType>
struct TTypes {
 private:
  template <class Element, int dims>
  using Dense = Eigen::Tensor<Element, dims, Eigen::RowMajor, IndexType>;
  template <class Element>
  using Single = Eigen::TensorFixedSize<Element, Eigen::Sizes<>, Eigen::RowMajor, IndexType>;
  template <class Values>
  using Map = Eigen::TensorMap<Values>;
  template <class Values>
  using AlignedMap = Eigen::TensorMap<Values, Eigen::Aligned>;

 public:
  using Tensor = AlignedMap<Dense<T, NDIMS>>;
  using ConstTensor = AlignedMap<Dense<const T, NDIMS>>;
  using UnalignedTensor = Map<Dense<T, NDIMS>>;
  using UnalignedConstTensor = Map<Dense<const T, NDIMS>>;
  using Tensor32Bit = Eigen::TensorMap<Eigen::Tensor<T, NDIMS, Eigen::RowMajor, int>, Eigen::Aligned>;

  using Scalar = AlignedMap<Single<T>>;
  using ConstScalar = AlignedMap<Single<const T>>;
  using UnalignedScalar = Map<Single<T>>;
  using UnalignedConstScalar = Map<Single<const T>>;

  using Flat = AlignedMap<Dense<T, 1>>;
  using ConstFlat = AlignedMap<Dense<const T, 1>>;
  using UnalignedFlat = Map<Dense<T, 1>>;
  using UnalignedConstFlat = Map<Dense<const T, 1>>;

  using Vec = Flat;
  using ConstVec = ConstFlat;
  using UnalignedVec = UnalignedFlat;
  using UnalignedConstVec = UnalignedConstFlat;

  using Matrix = AlignedMap<Dense<T, 2>>;
  using ConstMatrix = AlignedMap<Dense<const T, 2>>;
  using UnalignedMatrix = Map<Dense<T, 2>>;
  using UnalignedConstMatrix = Map<Dense<const T, 2>>;
};

}  // namespace voxgrad

#endif  // VOXGRAD_TENSOR_TYPES_H_
