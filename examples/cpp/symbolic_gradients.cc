// AddSymbolicGradients in both forms: gradients that are given, gradients that begin with ones, gradients
// through every kind of op, and those that do not exist.
#include <iostream>
#include <string>
#include <vector>

#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/framework/gradients.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/tensor.h"

using namespace tensorflow;       // NOLINT(google-build-using-namespace)
using namespace tensorflow::ops;  // NOLINT(google-build-using-namespace)

static void Show(const Scope& scope, const std::string& what, const std::vector<Output>& outputs) {
  ClientSession session(scope);
  std::vector<Tensor> values;
  const Status status = session.Run(outputs, &values);
  std::cout << what << (status.ok() ? "" : " " + status.ToString()) << "\n";
  for (const Tensor& value : values) std::cout << "  " << value.DebugString(100) << "\n";
}

/// The gradients of y in the xs, seeded with ones.
static void Show(const Scope& scope, const std::string& what, const Output& y,
                 const std::vector<Output>& xs) {
  std::vector<Output> gradients;
  TF_CHECK_OK(scope.status());
  TF_CHECK_OK(AddSymbolicGradients(scope, {y}, xs, &gradients));
  Show(scope, what, gradients);
}

static void Arithmetic() {
  Scope root = Scope::NewRootScope();
  auto x = Const(root, {{1.f, 2.f}, {3.f, 4.f}});
  auto y = Const(root, {{0.5f, -1.f}});
  Show(root, "Add", Add(root, x, y), {x, y});
  Show(root, "Sub", Sub(root, x, y), {x, y});
  Show(root, "Mul", Mul(root, x, y), {x, y});
  Show(root, "Div", Div(root, x, y), {x, y});
  Show(root, "RealDiv", RealDiv(root, x, y), {x, y});
  Show(root, "Pow", Pow(root, x, 3.f), {x});
  Show(root, "Maximum", Maximum(root, x, 2.5f), {x});
  Show(root, "Minimum", Minimum(root, x, 2.5f), {x});
  Show(root, "Square", Square(root, x), {x});
  Show(root, "Sqrt", Sqrt(root, x), {x});
  Show(root, "Exp", Exp(root, y), {y});
  Show(root, "Log", Log(root, x), {x});
  Show(root, "Tanh", Tanh(root, y), {y});
  Show(root, "Sigmoid", Sigmoid(root, y), {y});
  Show(root, "Negate", Negate(root, x), {x});
  Show(root, "AddN", AddN(root, {x, x, x}), {x});
  Show(root, "MatMul", MatMul(root, y, x, MatMul::TransposeB(true)), {x, y});
  Show(root, "Sum", Sum(root, x, 0), {x});
  Show(root, "Mean", Mean(root, x, {0, 1}), {x});
  Show(root, "Max", Max(root, x, 1), {x});
  Show(root, "Min", Min(root, x, 0), {x});
}

static void Layers() {
  Scope root = Scope::NewRootScope();
  auto x = Const(root, {{1.f, -2.f, 7.f}, {-3.f, 0.5f, 4.f}});
  auto b = Const(root, {0.1f, 0.2f, 0.3f});
  Show(root, "Relu", Relu(root, x), {x});
  Show(root, "Relu6", Relu6(root, x), {x});
  Show(root, "Elu", Elu(root, x), {x});
  Show(root, "Softplus", Softplus(root, x), {x});
  Show(root, "BiasAdd", BiasAdd(root, x, b), {x, b});
  Show(root, "Softmax", Square(root, Softmax(root, x)), {x});
  Show(root, "LogSoftmax", Square(root, LogSoftmax(root, x)), {x});
  Show(root, "L2Loss", L2Loss(root, x), {x});
  auto entropy = SoftmaxCrossEntropyWithLogits(root, x, Const(root, {{0.f, 1.f, 0.f}, {0.2f, 0.3f, 0.5f}}));
  Show(root, "SoftmaxCrossEntropyWithLogits", entropy.loss, {x});
}

static void Arrays() {
  Scope root = Scope::NewRootScope();
  auto x = Const(root, {{1.f, 2.f, 3.f}, {4.f, 5.f, 6.f}});
  auto y = Const(root, {{-1.f, -2.f, -3.f}});
  const auto weighted = [&](const Output& output) { return Mul(root, output, output); };
  Show(root, "Reshape", weighted(Reshape(root, x, {3, 2})), {x});
  Show(root, "Transpose", weighted(Transpose(root, x, {1, 0})), {x});
  Show(root, "ExpandDims", weighted(ExpandDims(root, x, 1)), {x});
  Show(root, "Squeeze", weighted(Squeeze(root, y, Squeeze::Axis({0}))), {y});
  Show(root, "Concat", weighted(Concat(root, {x, y}, 0)), {x, y});
  Show(root, "Slice", weighted(Slice(root, x, {0, 1}, {2, 2})), {x});
  Show(root, "Pad", weighted(Pad(root, x, {{1, 0}, {0, 1}})), {x});
  Show(root, "Tile", weighted(Tile(root, y, {2, 1})), {y});
  Show(root, "Identity", weighted(Identity(root, x)), {x});
  Show(root, "Cast", Cast(root, weighted(x), DT_DOUBLE), {x});
}

static void Windows() {
  Scope root = Scope::NewRootScope();
  Tensor values(DT_FLOAT, TensorShape({1, 4, 4, 4, 1}));
  for (int i = 0; i < 64; ++i) values.flat<float>()(i) = static_cast<float>(i * 13 % 37) / 4;
  auto volume = Const(root, values);
  Show(root, "AvgPool3D", AvgPool3D(root, volume, {1, 2, 2, 2, 1}, {1, 2, 2, 2, 1}, "SAME"), {volume});
  Show(root, "MaxPool3D", MaxPool3D(root, volume, {1, 3, 3, 3, 1}, {1, 2, 2, 2, 1}, "SAME"), {volume});
  auto picture = Reshape(root, volume, {1, 8, 8, 1});
  auto filter = Const(root, {0.5f, -1.f, 2.f, 1.f, 0.f, 3.f}, {2, 3, 1, 1});
  Show(root, "Conv2D", Conv2D(root, picture, filter, {1, 2, 1, 1}, "SAME"), {picture, filter});
  Show(root, "MaxPool", MaxPool(root, picture, {1, 2, 2, 1}, {1, 2, 2, 1}, "VALID"), {picture});
  Show(root, "AvgPool", AvgPool(root, picture, {1, 2, 2, 1}, {1, 1, 1, 1}, "VALID"), {picture});
}

/// The form with gradients that come in, several outputs, and inputs that are not leaves.
static void Forms() {
  Scope root = Scope::NewRootScope();
  auto x = Const(root, {2.f, 3.f});
  auto a = Mul(root, x, x);
  auto b = Exp(root, a);
  auto c = Add(root, a, Mul(root, x, 10.f));
  std::vector<Output> gradients;
  TF_CHECK_OK(AddSymbolicGradients(root, {b, c}, {x, a}, {Const(root, {1.f, 0.f}), Const(root, {0.f, 1.f})},
                                   &gradients));
  Show(root, "two outputs", gradients);
  TF_CHECK_OK(AddSymbolicGradients(root, {c, c}, {x}, &gradients));
  Show(root, "the same twice", gradients);
  TF_CHECK_OK(AddSymbolicGradients(root, {c}, {c}, &gradients));
  Show(root, "of itself", gradients);
  auto lonely = Const(root, 1.f);
  std::cout << "no way: " << AddSymbolicGradients(root, {c}, {x, lonely}, &gradients) << "\n";
  TF_CHECK_OK(AddSymbolicGradients(root, {Mul(root, StopGradient(root, x), x)}, {x}, &gradients));
  Show(root, "StopGradient", gradients);
  const Status few = AddSymbolicGradients(root, {b, c}, {x}, {Const(root, {1.f, 0.f})}, &gradients);
  std::cout << "one gradient for two outputs: " << absl::StatusCodeToString(few.code()) << "\n";
  std::cout << root.ok() << "\n";
}

int main() {
  Arithmetic();
  Layers();
  Arrays();
  Windows();
  Forms();
}
