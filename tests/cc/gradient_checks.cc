// Gradient checks as TensorFlow's own tests are written, and functions that return a Status.
#include <vector>

#include <gtest/gtest.h>

#include "tensorflow/cc/framework/gradient_checker.h"
#include "tensorflow/cc/framework/gradients.h"
#include "tensorflow/cc/framework/ops.h"
#include "tensorflow/cc/ops/nn_ops_internal.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/tensor_testutil.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/core/status_test_util.h"
#include "tensorflow/core/platform/test.h"

namespace tensorflow {
namespace {

using ops::AvgPool3D;
using ops::Conv3D;
using ops::MatMul;
using ops::MaxPool3D;
using ops::Placeholder;
using ops::Relu;

class NNGradTest : public ::testing::Test {
 protected:
  NNGradTest() : scope_(Scope::NewRootScope()) {}

  void RunTest(const Output& x, const TensorShape& x_shape, const Output& y, const TensorShape& y_shape) {
    TF_ASSERT_OK(scope_.status());
    float max_error;
    TF_ASSERT_OK(
        (ComputeGradientError<float, float, float>(scope_, {x}, {x_shape}, {y}, {y_shape}, &max_error)));
    EXPECT_LT(max_error, 1e-3);
  }

  void RunTest(const Output& x, const Tensor& x_init_value, const Output& y, const TensorShape& y_shape) {
    double max_error;
    TF_ASSERT_OK(
        (ComputeGradientError<float, float, double>(scope_, x, x_init_value, y, y_shape, &max_error)));
    EXPECT_LT(max_error, 1e-3);
  }

  void RunTest(const OutputList& xs, const std::vector<TensorShape>& x_shapes, const OutputList& ys,
               const std::vector<TensorShape>& y_shapes) {
    TF_ASSERT_OK(scope_.status());
    double max_error;
    TF_ASSERT_OK(
        (ComputeGradientError<double, double, double>(scope_, xs, x_shapes, ys, y_shapes, &max_error)));
    EXPECT_LT(max_error, 1e-6);
  }

  Scope scope_;
};

TEST_F(NNGradTest, ReluGrad) {
  TensorShape shape({5, 2});
  auto x = Placeholder(scope_, DT_FLOAT, Placeholder::Shape(shape));
  auto y = Relu(scope_, x);
  // Avoid input values where ReLU gradient is not well defined (around zero).
  Tensor x_init_value =
      test::AsTensor<float>({-0.9f, -0.7f, -0.5f, -0.3f, -0.1f, 0.1f, 0.3f, 0.5f, 0.7f, 0.9f}, {5, 2});
  RunTest(x, x_init_value, y, shape);
}

TEST_F(NNGradTest, AvgPool3DGradHelper) {
  TensorShape x_shape({1, 3, 3, 3, 1});
  TensorShape y_shape({1, 1, 1, 1, 1});
  auto x = Placeholder(scope_, DT_FLOAT, Placeholder::Shape(x_shape));
  const std::vector<int> ksize{1, 3, 3, 3, 1};
  const std::vector<int> strides{1, 3, 3, 3, 1};
  auto y = AvgPool3D(scope_, x, ksize, strides, "SAME");
  RunTest(x, x_shape, y, y_shape);
}

TEST_F(NNGradTest, MaxPool3DGradHelper) {
  TensorShape x_shape({1, 3, 3, 3, 1});
  auto x = Placeholder(scope_, DT_FLOAT, Placeholder::Shape(x_shape));
  auto y = MaxPool3D(scope_, x, {1, 3, 3, 3, 1}, {1, 3, 3, 3, 1}, "VALID");
  Tensor x_init_value(DT_FLOAT, x_shape);
  for (int i = 0; i < 27; ++i) x_init_value.flat<float>()(i) = static_cast<float>(i * 10 % 27);
  RunTest(x, x_init_value, y, TensorShape({1, 1, 1, 1, 1}));
}

TEST_F(NNGradTest, Conv3DWithDilations) {
  TensorShape x_shape({1, 4, 4, 4, 2});
  TensorShape filter_shape({2, 2, 2, 2, 3});
  auto x = Placeholder(scope_, DT_DOUBLE, Placeholder::Shape(x_shape));
  auto filter = Placeholder(scope_, DT_DOUBLE, Placeholder::Shape(filter_shape));
  auto y = Conv3D(scope_, x, filter, {1, 1, 1, 1, 1}, "VALID", Conv3D::Dilations({1, 2, 2, 2, 1}));
  RunTest({x, filter}, {x_shape, filter_shape}, {y}, {TensorShape({1, 2, 2, 2, 3})});
}

Status Half(int number, int* half) {
  if (number % 2 != 0) return errors::InvalidArgument(number, " is odd");
  *half = number / 2;
  return absl::OkStatus();
}

Status Quarter(int number, int* quarter) {
  int half = 0;
  TF_RETURN_IF_ERROR(Half(number, &half));
  TF_RETURN_WITH_CONTEXT_IF_ERROR(Half(half, quarter), "while halving ", half);
  return OkStatus();
}

StatusOr<int> Eighth(int number) {
  int quarter = 0;
  TF_RETURN_IF_ERROR(Quarter(number, &quarter));
  return quarter / 2;
}

TEST(Statuses, AreHandedOn) {
  int quarter = 0;
  TF_EXPECT_OK(Quarter(12, &quarter));
  EXPECT_EQ(quarter, 3);
  EXPECT_TRUE(errors::IsInvalidArgument(Quarter(3, &quarter)));
  EXPECT_NE(Quarter(6, &quarter).message().find("while halving 3"), absl::string_view::npos);
  EXPECT_EQ(Eighth(16).value(), 2);
  EXPECT_EQ(Eighth(5).status().message(), "5 is odd");
}

TEST(Tensors, AreCompared) {
  test::ExpectTensorNear<float>(test::AsTensor<float>({1, 2}), test::AsTensor<float>({1.0001f, 2}), 1e-3);
  test::ExpectClose(test::AsTensor<double>({1, 2}), test::AsTensor<double>({1, 2}));
  test::ExpectTensorEqual<int>(test::AsTensor<int>({1, 2}), test::AsTensor<int>({1, 2}));
  Tensor filled(DT_FLOAT, TensorShape({2, 2}));
  test::FillValues<float>(&filled, {1, 2, 3, 4});
  EXPECT_EQ(filled.matrix<float>()(1, 0), 3);
}

}  // namespace
}  // namespace tensorflow
