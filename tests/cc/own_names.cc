// The same without any name of TensorFlow: Voxgrad's own headers and namespace, and an op by name.
#include <vector>

#include <gtest/gtest.h>

#include "voxgrad/call.h"
#include "voxgrad/client_session.h"
#include "voxgrad/error.h"
#include "voxgrad/gradients.h"
#include "voxgrad/ops/standard_ops.h"
#include "voxgrad/tensor_maps.h"

TEST(OwnNames, TrainAConvolution) {
  voxgrad::Scope root = voxgrad::Scope::NewRootScope();
  auto x = voxgrad::ops::Const(root, 1.0f, {1, 4, 4, 4, 1});
  auto w = voxgrad::ops::Variable(root, {2, 2, 2, 1, 1}, voxgrad::DT_FLOAT);
  auto init = voxgrad::ops::Assign(root, w, voxgrad::Input::Initializer(1.0f, {2, 2, 2, 1, 1}));
  auto y = voxgrad::ops::Conv3D(root, x, w, {1, 2, 2, 2, 1}, "VALID");
  auto loss = voxgrad::ops::L2Loss(root, y);
  std::vector<voxgrad::Output> gradients;
  ASSERT_TRUE(voxgrad::AddSymbolicGradients(root, {loss}, {w}, &gradients).ok());
  auto step = voxgrad::ops::ApplyGradientDescent(root, w, 0.01f, gradients[0]);
  voxgrad::ClientSession session(root);
  std::vector<voxgrad::Tensor> outputs;
  ASSERT_TRUE(session.Run({init}, nullptr).ok());
  float last = 1e9f;
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(session.Run({}, {loss}, {step.operation}, &outputs).ok());
    EXPECT_LT(outputs[0].scalar<float>()(), last);
    last = outputs[0].scalar<float>()();
  }
}

TEST(OwnNames, CallKeepsWhatAnErrorIsAbout) {
  const voxgrad::Tensor a(voxgrad::DT_FLOAT, voxgrad::TensorShape({2, 3}));
  const auto result = voxgrad::Call("MatMul", {a, a}, {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(voxgrad::ErrorOp(result.status()), "MatMul");
  const voxgrad::Tensor nothing(voxgrad::DT_FLOAT, voxgrad::TensorShape({int64_t{1} << 58}));
  const auto none = voxgrad::Call("Square", {nothing}, {});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(voxgrad::ErrorArgument(none.status()), "x");
}
