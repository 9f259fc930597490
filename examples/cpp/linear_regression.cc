// Fits a line and a plane by gradient descent, with variables, in three ways of taking a step.
#include <iostream>
#include <string>
#include <vector>

#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/framework/gradients.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/cc/ops/state_ops.h"
#include "tensorflow/cc/ops/training_ops.h"
#include "tensorflow/core/framework/tensor.h"

using namespace tensorflow;       // NOLINT(google-build-using-namespace)
using namespace tensorflow::ops;  // NOLINT(google-build-using-namespace)

enum class Step { kDescent, kMomentum, kAdam };

static void Train(Step step, const std::string& name) {
  Scope root = Scope::NewRootScope();
  auto x = Placeholder(root.WithOpName("x"), DT_FLOAT, Placeholder::Shape({-1, 2}));
  auto y = Placeholder(root.WithOpName("y"), DT_FLOAT, Placeholder::Shape({-1, 1}));
  auto w = Variable(root.WithOpName("w"), {2, 1}, DT_FLOAT);
  auto b = Variable(root.WithOpName("b"), {1}, DT_FLOAT);
  auto w_init = Assign(root, w, {{0.f}, {0.f}});
  auto b_init = Assign(root, b, {0.f});

  auto prediction = Add(root, MatMul(root, x, w), b);
  auto loss = ReduceMean(root.WithOpName("loss"), Square(root, Sub(root, prediction, y)), {0, 1});
  std::vector<Output> gradients;
  TF_CHECK_OK(AddSymbolicGradients(root, {loss}, {w, b}, &gradients));

  std::vector<Output> updates;
  std::vector<Output> initial = {w_init, b_init};
  const std::vector<Output> variables = {w, b};
  const std::vector<PartialTensorShape> shapes = {{2, 1}, {1}};
  for (size_t i = 0; i < variables.size(); ++i) {
    if (step == Step::kDescent) {
      updates.push_back(ApplyGradientDescent(root, variables[i], Cast(root, 0.1, DT_FLOAT), gradients[i]));
      continue;
    }
    auto m = Variable(root.WithOpName("m"), shapes[i], DT_FLOAT);
    initial.push_back(Assign(root, m, ZerosLike(root, i == 0 ? Output(w_init) : Output(b_init))));
    if (step == Step::kMomentum) {
      updates.push_back(ApplyMomentum(root, variables[i], m, 0.05f, gradients[i], 0.9f,
                                      ApplyMomentum::UseNesterov(i == 1)));
      continue;
    }
    auto v = Variable(root.WithOpName("v"), shapes[i], DT_FLOAT);
    initial.push_back(Assign(root, v, ZerosLike(root, i == 0 ? Output(w_init) : Output(b_init))));
    updates.push_back(
        ApplyAdam(root, variables[i], m, v, 0.9f, 0.999f, 0.1f, 0.9f, 0.999f, 1e-8f, gradients[i]));
  }
  TF_CHECK_OK(root.status());

  // y = 2 x0 - 3 x1 + 0.5
  const int count = 12;
  Tensor xs(DT_FLOAT, TensorShape({count, 2}));
  Tensor ys(DT_FLOAT, TensorShape({count, 1}));
  for (int i = 0; i < count; ++i) {
    const float x0 = static_cast<float>(i % 4) / 2 - 0.75f;
    const float x1 = static_cast<float>(i % 3) - 1;
    xs.matrix<float>()(i, 0) = x0;
    xs.matrix<float>()(i, 1) = x1;
    ys.matrix<float>()(i, 0) = 2 * x0 - 3 * x1 + 0.5f;
  }

  ClientSession session(root);
  std::vector<Tensor> outputs;
  std::cout << name << ": before it is assigned "
            << absl::StatusCodeToString(session.Run({w}, &outputs).code()) << "\n";
  TF_CHECK_OK(session.Run(initial, nullptr));
  for (int i = 0; i <= 50; ++i) {
    TF_CHECK_OK(session.Run({{x, xs}, {y, ys}}, {loss}, &outputs));
    if (i % 10 == 0) std::cout << "  step " << i << " loss " << outputs[0].scalar<float>()() << "\n";
    TF_CHECK_OK(session.Run({{x, xs}, {y, ys}}, updates, nullptr));
  }
  TF_CHECK_OK(session.Run({w, b}, &outputs));
  std::cout << "  w " << outputs[0].matrix<float>()(0, 0) << " " << outputs[0].matrix<float>()(1, 0) << " b "
            << outputs[1].vec<float>()(0) << "\n";
}

int main() {
  Train(Step::kDescent, "gradient descent");
  Train(Step::kMomentum, "momentum");
  Train(Step::kAdam, "Adam");
}
