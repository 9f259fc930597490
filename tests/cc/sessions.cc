// Sessions as programs use them beyond the plain Run.
#include <memory>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/framework/gradients.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/tensor_testutil.h"
#include "tensorflow/core/lib/core/status_test_util.h"
#include "tensorflow/core/protobuf/config.pb.h"
#include "tensorflow/core/public/session_options.h"

using tensorflow::ClientSession;
using tensorflow::Operation;
using tensorflow::Output;
using tensorflow::Scope;
using tensorflow::Status;
using tensorflow::Tensor;
namespace ops = tensorflow::ops;
namespace test = tensorflow::test;

TEST(Sessions, FeedsBuiltByHand) {
  Scope root = Scope::NewRootScope();
  auto x = ops::Placeholder(root, tensorflow::DT_FLOAT);
  auto y = ops::Placeholder(root, tensorflow::DT_FLOAT);
  auto z = ops::Add(root, x, y);
  ClientSession::FeedType feeds;
  feeds.insert({x, {1.f, 2.f}});
  feeds.emplace(Output(y), test::AsTensor<float>({3, 4}));
  ClientSession session(root);
  std::vector<Tensor> outputs;
  TF_ASSERT_OK(session.Run(feeds, {z, x}, &outputs));
  test::ExpectTensorEqual<float>(outputs[0], test::AsTensor<float>({4, 6}));
  test::ExpectTensorEqual<float>(outputs[1], test::AsTensor<float>({1, 2}));
  TF_ASSERT_OK(session.Run({{x, 1.f}, {y, {{2.f}}}}, {z}, &outputs));
  EXPECT_EQ(outputs[0].DebugString(), "Tensor<type: float shape: [1,1] values: [3]>");
}

TEST(Sessions, OptionsAndMetadata) {
  tensorflow::SessionOptions options;
  options.config.set_intra_op_parallelism_threads(1);
  options.config.set_inter_op_parallelism_threads(1);
  Scope root = Scope::NewRootScope();
  auto x = ops::Placeholder(root, tensorflow::DT_INT32);
  auto v = ops::Variable(root, {}, tensorflow::DT_INT32);
  auto set = ops::Assign(root, v, x);
  auto session = std::make_unique<ClientSession>(root, options);
  tensorflow::RunOptions run_options;
  run_options.set_timeout_in_ms(60000);
  run_options.set_trace_level(tensorflow::RunOptions::NO_TRACE);
  tensorflow::RunMetadata metadata;
  std::vector<Tensor> outputs;
  TF_ASSERT_OK(session->Run(run_options, {{x, 4}}, {x}, {set.operation}, &outputs, &metadata));
  TF_ASSERT_OK(session->Run({v}, &outputs));
  EXPECT_EQ(outputs[0].scalar<int>()(), 4);
  // Another session has variables of its own.
  ClientSession other(root, "");
  EXPECT_EQ(other.Run({v}, &outputs).code(), absl::StatusCode::kFailedPrecondition);
}

TEST(Sessions, Callables) {
  Scope root = Scope::NewRootScope();
  auto x = ops::Placeholder(root.WithOpName("x"), tensorflow::DT_FLOAT);
  auto y = ops::Square(root.WithOpName("y"), x);
  tensorflow::CallableOptions options;
  options.add_feed("x:0");
  options.add_fetch(Output(y).name());
  ClientSession session(root);
  ClientSession::CallableHandle handle;
  TF_ASSERT_OK(session.MakeCallable(options, &handle));
  std::vector<Tensor> outputs;
  for (int i = 0; i < 3; ++i) {
    TF_ASSERT_OK(session.RunCallable(handle, {Tensor(static_cast<float>(i))}, &outputs, nullptr));
    EXPECT_EQ(outputs[0].scalar<float>()(), static_cast<float>(i * i));
  }
  EXPECT_FALSE(session.RunCallable(handle, {}, &outputs, nullptr).ok());
  TF_ASSERT_OK(session.ReleaseCallable(handle));
  EXPECT_FALSE(session.RunCallable(handle, {Tensor(1.f)}, &outputs, nullptr).ok());
  options.add_fetch("nothing:0");
  EXPECT_FALSE(session.MakeCallable(options, &handle).ok());
}

TEST(Sessions, ErrorsNameTheNodeAndCarryNothingElse) {
  Scope root = Scope::NewRootScope();
  auto x = ops::Placeholder(root, tensorflow::DT_FLOAT);
  auto y = ops::MatMul(root.WithOpName("product"), x, {{1.f, 2.f}});
  ClientSession session(root);
  std::vector<Tensor> outputs;
  const Status status = session.Run({{x, {{1.f, 2.f}}}}, {y}, &outputs);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(status.ToString().find("product"), std::string::npos) << status;
  EXPECT_EQ(status.ToString().find("[voxgrad/"), std::string::npos) << status;
  EXPECT_FALSE(session.Run({Output()}, &outputs).ok());
  EXPECT_FALSE(session.Run({}, {}, {Operation()}, &outputs).ok());
}

TEST(Sessions, NamesThatTensorFlowWouldRefuseAreRefusedByTheRun) {
  Scope root = Scope::NewRootScope();
  auto good = ops::Const(root, 1.f);
  auto bad = ops::Identity(root.WithOpName("two words"), good);
  TF_ASSERT_OK(root.status());
  ClientSession session(root);
  std::vector<Tensor> outputs;
  TF_EXPECT_OK(session.Run({good}, &outputs));
  EXPECT_EQ(session.Run({bad}, &outputs).code(), absl::StatusCode::kInvalidArgument);
}

TEST(Sessions, TensorsWithoutMemoryAreRefused) {
  const tensorflow::int64 size = tensorflow::int64{1} << 58;
  Tensor nothing(tensorflow::DT_FLOAT, tensorflow::TensorShape({size}));
  ASSERT_FALSE(nothing.IsInitialized());
  Scope root = Scope::NewRootScope();
  auto x = ops::Placeholder(root, tensorflow::DT_FLOAT);
  auto y = ops::Square(root, x);
  std::vector<Tensor> outputs;
  EXPECT_FALSE(ClientSession(root).Run({{x, nothing}}, {y}, &outputs).ok());
  ops::Const(root, nothing);
  EXPECT_FALSE(root.ok());
}

TEST(Sessions, SeveralThreads) {
  Scope root = Scope::NewRootScope();
  auto x = ops::Placeholder(root, tensorflow::DT_FLOAT);
  auto y = ops::Mul(root, x, x);
  ClientSession session(root);
  std::vector<std::thread> threads;
  std::vector<float> found(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int k = 0; k < 50; ++k) {
        std::vector<Tensor> outputs;
        TF_CHECK_OK(session.Run({{x, static_cast<float>(i)}}, {y}, &outputs));
        found[static_cast<size_t>(i)] = outputs[0].scalar<float>()();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(found, std::vector<float>({0, 1, 4, 9}));
}
