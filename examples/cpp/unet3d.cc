// A small U-Net for volumes learns to find a ball in noise: convolutions down and up again, joined across.
// TensorFlow's C++ library has no gradient of Conv3D, so there this program ends at AddSymbolicGradients;
// tests/compat/record_unet3d.py trains the same network with TensorFlow's Python.
#include <iostream>
#include <vector>

#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/framework/gradients.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/tensor.h"

using namespace tensorflow;       // NOLINT(google-build-using-namespace)
using namespace tensorflow::ops;  // NOLINT(google-build-using-namespace)

namespace {

constexpr int kSize = 8;
constexpr float kRate = 0.5f;

/// Numbers between -1 and 1 without a pattern that a filter would see, the same everywhere.
double Noise(int64_t i, int64_t seed) {
  const int64_t step = i * 7919 + seed * 104729;
  return static_cast<double>(step * step % 10007 % 1009) / 504.5 - 1;
}

class UNet {
 public:
  explicit UNet(const Scope& scope) : scope_(scope) {}

  Output Logits(const Output& volume) {
    const Scope down = scope_.NewSubScope("down");
    const Output fine = Layer(down, volume, {3, 3, 3, 1, 4});
    const Output halved = MaxPool3D(down, fine, {1, 2, 2, 2, 1}, {1, 2, 2, 2, 1}, "SAME");
    const Output coarse = Layer(scope_.NewSubScope("bottom"), halved, {3, 3, 3, 4, 8});
    const Scope up = scope_.NewSubScope("up");
    // A convolution with a stride of 2, run backwards, doubles the size.
    const Output filter = Parameter(up.WithOpName("filter"), {2, 2, 2, 4, 8});
    const Output doubled =
        Conv3DBackpropInputV2(up, Shape(up, fine), filter, coarse, {1, 2, 2, 2, 1}, "SAME");
    const Output joined = Concat(up, {fine, doubled}, 4);
    const Output features = Layer(up, joined, {3, 3, 3, 8, 4});
    const Output last = Parameter(scope_.WithOpName("last"), {1, 1, 1, 4, 2});
    return Conv3D(scope_.WithOpName("logits"), features, last, {1, 1, 1, 1, 1}, "SAME");
  }

  const std::vector<Output>& parameters() const { return parameters_; }
  const std::vector<Operation>& initial() const { return initial_; }

 private:
  /// A variable; its first value depends on its number only.
  Output Parameter(const Scope& scope, const TensorShape& shape) {
    Tensor value(DT_FLOAT, shape);
    auto flat = value.flat<float>();
    const auto seed = static_cast<int64_t>(parameters_.size()) + 1;
    for (int64_t i = 0; i < flat.size(); ++i) flat(i) = static_cast<float>(0.25 * Noise(i, seed));
    auto variable = Variable(scope, shape, DT_FLOAT);
    initial_.push_back(Assign(scope_, variable, value).operation);
    parameters_.push_back(variable);
    return variable;
  }

  Output Layer(const Scope& scope, const Output& x, const TensorShape& shape) {
    const Output filter = Parameter(scope.WithOpName("filter"), shape);
    const Output bias = Parameter(scope.WithOpName("bias"), {shape.dim_size(4)});
    return Relu(scope, BiasAdd(scope, Conv3D(scope, x, filter, {1, 1, 1, 1, 1}, "SAME"), bias));
  }

  Scope scope_;
  std::vector<Output> parameters_;
  std::vector<Operation> initial_;
};

/// A ball in noise, and for each cell the two classes: outside and inside.
void MakeBall(Tensor* volume, Tensor* classes) {
  *volume = Tensor(DT_FLOAT, TensorShape({1, kSize, kSize, kSize, 1}));
  *classes = Tensor(DT_FLOAT, TensorShape({kSize * kSize * kSize, 2}));
  auto cells = volume->flat<float>();
  auto truth = classes->matrix<float>();
  for (int i = 0; i < cells.size(); ++i) {
    const double z = i / (kSize * kSize) - 3.0;
    const double y = i / kSize % kSize - 4.0;
    const double x = i % kSize - 3.5;
    const bool inside = x * x + y * y + z * z < 9;
    cells(i) = static_cast<float>(0.5 * Noise(i, 0) + (inside ? 1 : 0));
    truth(i, 0) = inside ? 0 : 1;
    truth(i, 1) = inside ? 1 : 0;
  }
}

}  // namespace

int main() {
  Scope root = Scope::NewRootScope();
  auto volume = Placeholder(root.WithOpName("volume"), DT_FLOAT);
  auto classes = Placeholder(root.WithOpName("classes"), DT_FLOAT);
  UNet net(root);
  auto logits = Reshape(root, net.Logits(volume), {-1, 2});
  auto loss = Mean(root.WithOpName("loss"), SoftmaxCrossEntropyWithLogits(root, logits, classes).loss, 0);

  std::vector<Output> gradients;
  TF_CHECK_OK(AddSymbolicGradients(root, {loss}, net.parameters(), &gradients));
  // No weight may change before all gradients are there.
  std::vector<Operation> before;
  for (const Output& gradient : gradients) before.push_back(gradient.op());
  const Scope after = root.WithControlDependencies(before);
  std::vector<Operation> steps;
  for (size_t i = 0; i < gradients.size(); ++i) {
    steps.push_back(ApplyGradientDescent(after, net.parameters()[i], kRate, gradients[i]).operation);
  }
  TF_CHECK_OK(root.status());

  Tensor cells, truth;
  MakeBall(&cells, &truth);
  ClientSession session(root);
  TF_CHECK_OK(session.Run({}, {}, net.initial(), nullptr));
  for (int step = 0; step < 20; ++step) {
    std::vector<Tensor> outputs;
    TF_CHECK_OK(session.Run({{volume, cells}, {classes, truth}}, {loss}, steps, &outputs));
    std::cout << "step " << step << " loss " << outputs[0].scalar<float>()() << "\n";
  }
}
