// A network of two layers learns the exclusive or: once with a mean square, once with a cross entropy.
#include <iostream>
#include <memory>
#include <vector>

#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/framework/gradients.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/lib/core/status.h"
#include "tensorflow/core/platform/logging.h"

namespace tensorflow {
namespace {

/// Builds a graph in a scope of its own and keeps what the training loop needs.
class XorNetwork {
 public:
  explicit XorNetwork(bool entropy) : root_(Scope::NewRootScope()) {
    x_ = ops::Placeholder(root_.WithOpName("x"), DT_FLOAT);
    Output hidden = ops::Tanh(root_, Layer(root_.NewSubScope("hidden"), x_, 2, 8));
    Scope out = root_.NewSubScope("out");
    labels_ = ops::Placeholder(root_.WithOpName("labels"), DT_FLOAT);
    if (entropy) {
      Output logits = Layer(out, hidden, 8, 2);
      prediction_ = ops::Softmax(out, logits);
      auto losses = ops::SoftmaxCrossEntropyWithLogits(out, logits, labels_);
      loss_ = ops::Mean(out, losses.loss, 0);
    } else {
      prediction_ = ops::Sigmoid(out, Layer(out, hidden, 8, 1));
      loss_ = ops::Mean(out, ops::Square(out, ops::Subtract(out, prediction_, labels_)), {0, 1});
    }
  }

  Status Build(float rate) {
    std::vector<Output> gradients;
    TF_RETURN_IF_ERROR(AddSymbolicGradients(root_.NewSubScope("back"), {loss_}, parameters_, &gradients));
    // No weight may change before all gradients are there.
    std::vector<Operation> before;
    for (const Output& gradient : gradients) before.push_back(gradient.op());
    Scope after = root_.WithControlDependencies(before);
    for (size_t i = 0; i < parameters_.size(); ++i) {
      steps_.push_back(ops::ApplyGradientDescent(after, parameters_[i], rate, gradients[i]).operation);
    }
    return root_.status();
  }

  Status Train(const Tensor& x, const Tensor& labels, int count) {
    ClientSession session(root_);
    TF_RETURN_IF_ERROR(session.Run({}, {}, initial_, nullptr));
    std::vector<Tensor> outputs;
    for (int i = 0; i <= count; ++i) {
      TF_RETURN_IF_ERROR(session.Run({{x_, x}, {labels_, labels}}, {loss_}, steps_, &outputs));
      if (i % 50 == 0) std::cout << i << " " << outputs[0].scalar<float>()() << std::endl;
    }
    TF_RETURN_IF_ERROR(session.Run({{x_, x}}, {prediction_}, &outputs));
    auto values = outputs[0].flat_inner_dims<float>();
    for (int i = 0; i < values.dimension(0); ++i) {
      std::cout << "  " << i << ": " << values(i, values.dimension(1) - 1) << std::endl;
    }
    return OkStatus();
  }

 private:
  /// Weights that break the symmetry, the same in every run.
  static Tensor Weights(const TensorShape& shape) {
    Tensor tensor(DT_FLOAT, shape);
    auto flat = tensor.flat<float>();
    for (int i = 0; i < flat.size(); ++i) flat(i) = static_cast<float>(i * 11 % 17 - 8) / 8;
    return tensor;
  }

  Output Parameter(const Scope& scope, const char* name, const Tensor& value) {
    auto variable = ops::Variable(scope.WithOpName(name), value.shape(), value.dtype());
    initial_.push_back(ops::Assign(scope, variable, value).operation);
    parameters_.push_back(variable);
    return variable;
  }

  Output Layer(const Scope& scope, const Output& x, int inputs, int outputs) {
    Output w = Parameter(scope, "w", Weights({inputs, outputs}));
    Output b = Parameter(scope, "b", Weights({outputs}));
    return ops::BiasAdd(scope, ops::MatMul(scope, x, w), b);
  }

  Scope root_;
  Output x_, labels_, prediction_, loss_;
  std::vector<Output> parameters_;
  std::vector<Operation> initial_, steps_;
};

}  // namespace
}  // namespace tensorflow

int main() {
  using tensorflow::Tensor;
  Tensor x(tensorflow::DT_FLOAT, tensorflow::TensorShape({4, 2}));
  Tensor truth(tensorflow::DT_FLOAT, tensorflow::TensorShape({4, 1}));
  Tensor classes(tensorflow::DT_FLOAT, tensorflow::TensorShape({4, 2}));
  for (int i = 0; i < 4; ++i) {
    x.matrix<float>()(i, 0) = static_cast<float>(i / 2);
    x.matrix<float>()(i, 1) = static_cast<float>(i % 2);
    const tensorflow::int32 answer = (i / 2) ^ (i % 2);
    truth.matrix<float>()(i, 0) = static_cast<float>(answer);
    classes.matrix<float>()(i, 0) = static_cast<float>(1 - answer);
    classes.matrix<float>()(i, 1) = static_cast<float>(answer);
  }
  auto square = std::make_unique<tensorflow::XorNetwork>(false);
  TF_CHECK_OK(square->Build(1.0f));
  TF_CHECK_OK(square->Train(x, truth, 400));
  auto entropy = std::make_unique<tensorflow::XorNetwork>(true);
  TF_CHECK_OK(entropy->Build(0.5f));
  TF_CHECK_OK(entropy->Train(x, classes, 200));
}
