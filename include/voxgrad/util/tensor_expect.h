// Expectations about tensors and statuses in GoogleTest tests.
#ifndef VOXGRAD_UTIL_TENSOR_EXPECT_H_
#define VOXGRAD_UTIL_TENSOR_EXPECT_H_

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "voxgrad/export.h"
#include "voxgrad/status.h"
#include "voxgrad/tensor.h"
#include "voxgrad/util/errors.h"

namespace voxgrad {
namespace internal {

/// Says where two tensors first differ; empty when they agree. Numbers may differ by atol + rtol * |x|; a
/// tolerance below 0 stands for a few steps of the type.
VOXGRAD_API std::string Difference(const Tensor& x, const Tensor& y, double atol, double rtol);
/// The same for equality, which for floating-point numbers is up to 4 steps of the type.
VOXGRAD_API std::string Difference(const Tensor& x, const Tensor& y);

inline ::testing::AssertionResult IsOk(const absl::Status& status) {
  return status.ok() ? ::testing::AssertionSuccess() : ::testing::AssertionFailure() << status.ToString();
}

}  // namespace internal

namespace test {

inline void ExpectEqual(const Tensor& x, const Tensor& y) { EXPECT_EQ(internal::Difference(x, y), ""); }

inline void ExpectClose(const Tensor& x, const Tensor& y, double atol = -1, double rtol = -1) {
  EXPECT_EQ(internal::Difference(x, y, atol, rtol), "");
}

template <class T>
void ExpectTensorEqual(const Tensor& x, const Tensor& y) {
  EXPECT_EQ(x.dtype(), DataTypeToEnum<T>::v());
  ExpectEqual(x, y);
}

template <class T>
void ExpectTensorNear(const Tensor& x, const Tensor& y, double atol) {
  EXPECT_EQ(x.dtype(), DataTypeToEnum<T>::v());
  ExpectClose(x, y, atol, /*rtol=*/0);
}

}  // namespace test
}  // namespace voxgrad

#define TF_EXPECT_OK(STATUS) EXPECT_TRUE(::voxgrad::internal::IsOk(::voxgrad::internal::StatusOf(STATUS)))
#define TF_ASSERT_OK(STATUS) ASSERT_TRUE(::voxgrad::internal::IsOk(::voxgrad::internal::StatusOf(STATUS)))
#define VOXGRAD_ASSERT_AND_ASSIGN(VALUE, LEFT, RIGHT) \
  auto VALUE = (RIGHT);                               \
  TF_ASSERT_OK(VALUE.status());                       \
  LEFT = *std::move(VALUE)
/// `TF_ASSERT_OK_AND_ASSIGN(auto value, MayFail());`
#define TF_ASSERT_OK_AND_ASSIGN(LEFT, RIGHT) \
  VOXGRAD_ASSERT_AND_ASSIGN(VOXGRAD_CONCAT(voxgrad_value_, __LINE__), LEFT, RIGHT)

#endif  // VOXGRAD_UTIL_TENSOR_EXPECT_H_
