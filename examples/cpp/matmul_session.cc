// The first program of TensorFlow's C++ guide, and what a session can be asked: fetches, feeds, operations.
#include <iostream>
#include <vector>

#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/tensor.h"

int main() {
  using namespace tensorflow;       // NOLINT(google-build-using-namespace)
  using namespace tensorflow::ops;  // NOLINT(google-build-using-namespace)
  Scope root = Scope::NewRootScope();
  // Matrix A = [3 2; -1 0], vector b = [3 5]
  auto A = Const(root, {{3.f, 2.f}, {-1.f, 0.f}});
  auto b = Const(root, {{3.f, 5.f}});
  // v = A b^T
  auto v = MatMul(root.WithOpName("v"), A, b, MatMul::TransposeB(true));
  std::vector<Tensor> outputs;
  ClientSession session(root);
  TF_CHECK_OK(session.Run({v}, &outputs));
  // Expect outputs[0] == [19; -3]
  std::cout << "v = " << outputs[0].matrix<float>()(0, 0) << " " << outputs[0].matrix<float>()(1, 0) << "\n";

  // The graph may grow between runs; placeholders are fed by the output they stand for.
  auto x = Placeholder(root.WithOpName("x"), DT_FLOAT, Placeholder::Shape({-1, 2}));
  auto scaled = Multiply(root, MatMul(root, x, A), 0.5f);
  auto sum = Sum(root, scaled, {0, 1}, Sum::KeepDims(true));
  TF_CHECK_OK(session.Run({{x, {{1.f, 2.f}, {3.f, 4.f}, {5.f, 6.f}}}}, {scaled, sum, v}, &outputs));
  for (const Tensor& output : outputs) std::cout << output.DebugString(10) << "\n";

  // Feeds by hand, and a tensor made elsewhere.
  Tensor row(DT_FLOAT, TensorShape({1, 2}));
  row.matrix<float>()(0, 0) = -1;
  row.matrix<float>()(0, 1) = 10;
  ClientSession::FeedType feeds;
  feeds.emplace(x, row);
  TF_CHECK_OK(session.Run(feeds, {scaled}, &outputs));
  std::cout << outputs[0].DebugString() << "\n";

  // Any output may be fed, also one that could be computed.
  TF_CHECK_OK(session.Run({{v, {{1.f}, {2.f}}}}, {Add(root, v, v)}, &outputs));
  std::cout << outputs[0].DebugString() << "\n";

  // What goes wrong is a status, with a code.
  std::cout << "unfed: " << absl::StatusCodeToString(session.Run({scaled}, &outputs).code()) << "\n";
  std::cout << "ragged: "
            << absl::StatusCodeToString(session.Run({{x, {{1.f, 2.f}, {3.f}}}}, {scaled}, &outputs).code())
            << "\n";
  std::cout << "wrong size: "
            << absl::StatusCodeToString(session.Run({{x, {{1.f, 2.f, 3.f}}}}, {scaled}, &outputs).code())
            << "\n";
  std::cout << "wrong type: "
            << absl::StatusCodeToString(session.Run({{x, {{1, 2}}}}, {scaled}, &outputs).code()) << "\n";
  std::cout << root.status() << "\n";
}
