// What the Eigen maps check. They compile in programs; these parts of them do not have to.
#include <algorithm>

#include "voxgrad/logging.h"
#include "voxgrad/tensor.h"

namespace voxgrad {
namespace {

int64_t Product(absl::Span<const int64_t> sizes) {
  int64_t product = 1;
  for (const int64_t size : sizes) {
    CHECK_GE(size, 0);
    CHECK(!__builtin_mul_overflow(product, size, &product)) << "the sizes are " << ShapeString(sizes);
  }
  return product;
}

}  // namespace

void Tensor::CheckType(DataType type) const {
  CHECK(IsInitialized()) << "a " << DataTypeString(dtype_) << " tensor of " << shape_.DebugString()
                         << " has no memory";
  CHECK_EQ(dtype(), type) << " " << DataTypeString(type) << " expected, got " << DataTypeString(dtype());
}

void Tensor::CheckAligned() const { CHECK(IsAligned()) << "ptr = " << data(); }

void Tensor::CheckDims(int dims) const {
  CHECK_EQ(dims, shape_.dims()) << "Asking for tensor of " << dims << " dimensions from a tensor of "
                                << shape_.dims() << " dimensions";
}

void Tensor::CheckOneElement() const { CHECK_EQ(1, NumElements()) << "Must have a one element tensor"; }

void Tensor::CheckSizes(absl::Span<const int64_t> sizes, size_t dims) const {
  CHECK_EQ(dims, sizes.size());
  CHECK_EQ(Product(sizes), NumElements()) << ShapeString(sizes) << " asked for, got " << shape_.DebugString();
}

void Tensor::CheckBytes(absl::Span<const int64_t> sizes, size_t dims, size_t element_size) const {
  CHECK(IsInitialized());
  CHECK_EQ(dims, sizes.size());
  CHECK(DataTypeCanUseMemcpy(dtype_)) << DataTypeString(dtype_) << " tensors are no plain memory";
  CHECK_EQ(Product(sizes) * static_cast<int64_t>(element_size), NumElements() * DataTypeSize(dtype_));
}

TensorShape::Sizes Tensor::FlatInnerDims(int64_t count) const {
  return FlatInnerOuterDims(dims() - count, count);
}

TensorShape::Sizes Tensor::FlatOuterDims(int64_t count) const { return FlatInnerOuterDims(0, count); }

/// Windows of `count` dimensions that begin at `begin`, which may lie before the first one; what lies outside
/// is multiplied into the window's ends, and what the tensor does not have is 1.
TensorShape::Sizes Tensor::FlatInnerOuterDims(int64_t begin, int64_t count) const {
  CHECK_GT(count, 0);
  TensorShape::Sizes flat(static_cast<size_t>(count), 1);
  for (int i = 0; i < dims(); ++i) {
    const int64_t place = std::clamp<int64_t>(i - begin, 0, count - 1);
    flat[static_cast<size_t>(place)] *= dim_size(i);
  }
  return flat;
}

}  // namespace voxgrad
