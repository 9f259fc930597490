// Graphs that go from messages to sessions and back, and the helpers of TensorFlow's own tests.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tensorflow/cc/framework/testutil.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/common_runtime/graph_constructor.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/tensor_testutil.h"
#include "tensorflow/core/graph/graph.h"
#include "tensorflow/core/graph/node_builder.h"
#include "tensorflow/core/lib/core/status_test_util.h"
#include "tensorflow/core/platform/status_matchers.h"
#include "tensorflow/core/public/session.h"
#include "tsl/platform/status_matchers.h"

namespace tensorflow {
namespace {

GraphDef Squares() {
  Scope root = Scope::NewRootScope();
  auto x = ops::Placeholder(root.WithOpName("x"), DT_FLOAT);
  ops::Square(root.WithOpName("y"), x);
  GraphDef def;
  TF_CHECK_OK(root.ToGraphDef(&def));
  return def;
}

TEST(NamedSessions, Callables) {
  const std::unique_ptr<Session> session(NewSession(SessionOptions()));
  CallableOptions options;
  options.add_feed("x:0");
  options.add_fetch("y:0");
  Session::CallableHandle handle = 0;
  EXPECT_FALSE(session->MakeCallable(options, &handle).ok());
  TF_ASSERT_OK(session->Create(Squares()));
  TF_ASSERT_OK(session->MakeCallable(options, &handle));
  std::vector<Tensor> outputs;
  TF_ASSERT_OK(session->RunCallable(handle, {test::AsTensor<float>({3, 4})}, &outputs, nullptr));
  test::ExpectTensorEqual<float>(outputs[0], test::AsTensor<float>({9, 16}));
  TF_ASSERT_OK(session->ReleaseCallable(handle));
  EXPECT_FALSE(session->RunCallable(handle, {test::AsTensor<float>({3, 4})}, &outputs, nullptr).ok());
  std::vector<DeviceAttributes> devices;
  TF_ASSERT_OK(session->ListDevices(&devices));
  EXPECT_EQ(devices.at(0).device_type(), "CPU");
}

TEST(NamedSessions, OtherTargetsAreNotThere) {
  SessionOptions options;
  options.target = "grpc://elsewhere:2222";
  Session* session = nullptr;
  EXPECT_TRUE(absl::IsNotFound(NewSession(options, &session)));
  EXPECT_EQ(session, nullptr);
  EXPECT_EQ(NewSession(options), nullptr);
}

TEST(NamedSessions, ARefusedExtensionLeavesTheGraph) {
  const std::unique_ptr<Session> session(NewSession(SessionOptions()));
  TF_ASSERT_OK(session->Create(Squares()));
  GraphDef more;
  for (const char* name : {"z", "y"}) {  // the second is there already
    NodeDef* node = more.add_node();
    node->set_name(name);
    node->set_op("Neg");
    node->add_input("x");
    (*node->mutable_attr())["T"].set_type(DT_FLOAT);
  }
  EXPECT_FALSE(session->Extend(more).ok());
  std::vector<Tensor> outputs;
  EXPECT_FALSE(session->Run({{"x", Tensor(2.f)}}, {"z"}, {}, &outputs).ok());
  more.mutable_node()->RemoveLast();
  TF_ASSERT_OK(session->Extend(more));
  TF_ASSERT_OK(session->Run({{"x", Tensor(2.f)}}, {"z", "y"}, {}, &outputs));
  EXPECT_EQ(outputs[0].scalar<float>()(), -2);
  EXPECT_EQ(outputs[1].scalar<float>()(), 4);
}

TEST(Graphs, AreMadeOfMessages) {
  Graph graph(OpRegistry::Global());
  TF_ASSERT_OK(ConvertGraphDefToGraph(GraphConstructorOptions(), Squares(), &graph));
  EXPECT_EQ(graph.num_op_nodes(), 2);
  EXPECT_EQ(graph.num_edges(), 4);  // source to sink, source to x, x to y, y to sink
  GraphDef wrong = Squares();
  wrong.mutable_node(1)->set_input(0, "nothing");
  Graph other(OpRegistry::Global());
  EXPECT_TRUE(absl::IsInvalidArgument(ConvertGraphDefToGraph(GraphConstructorOptions(), wrong, &other)));
  EXPECT_EQ(other.num_op_nodes(), 0);
}

TEST(Graphs, DefinitionsOutliveTheExpression) {
  Scope root = Scope::NewRootScope();
  auto x = ops::Const(root, {1.f, 2.f});
  std::string names;
  for (const auto& attr : x.node()->def().attr()) names += attr.first + " ";
  EXPECT_EQ(names, "dtype value ");
  EXPECT_EQ(&x.node()->def(), &x.node()->def());
}

// NodeBuilder takes what the definition allows; the shape function is asked for separately.
TEST(Graphs, ShapesAreInferredWhenAsked) {
  Scope root = Scope::NewRootScope();
  auto row = ops::Const(root, {{1.f, 2.f}});
  Node* node = nullptr;
  TF_ASSERT_OK(
      NodeBuilder("bad", "MatMul").Input(row.node()).Input(row.node()).Finalize(root.graph(), &node));
  EXPECT_TRUE(absl::IsInvalidArgument(root.DoShapeInference(node)));
  TF_EXPECT_OK(root.DoShapeInference(row.node()));
  TF_EXPECT_OK(root.status());
}

TEST(TestHelpers, ValuesOfAGraph) {
  Scope root = Scope::NewRootScope();
  auto v = ops::Variable(root, {2}, DT_FLOAT);
  auto set = ops::Assign(root, v, {1.f, 2.f});
  auto y = ops::Multiply(root, v, 3.f);
  Tensor value;
  test::GetTensor(root, {set}, y, &value);
  test::ExpectTensorEqual<float>(value, test::AsTensor<float>({3, 6}));
  std::vector<Tensor> values;
  test::GetTensors(root, {ops::Const(root, 1), ops::Const(root, 2)}, &values);
  EXPECT_EQ(values[1].scalar<int>()(), 2);
}

StatusOr<int> Positive(int number) {
  if (number <= 0) return errors::OutOfRange(number, " is not positive");
  return number;
}

TEST(TestHelpers, StatusMatchers) {
  using ::tsl::testing::IsOk;
  using ::tsl::testing::IsOkAndHolds;
  using ::tsl::testing::StatusIs;
  const auto is = [](const auto& value, const ::testing::Matcher<decltype(value)>& matcher) {
    return matcher.Matches(value);
  };
  EXPECT_TRUE(is(OkStatus(), IsOk()));
  EXPECT_FALSE(is(Positive(-1), IsOk()));
  EXPECT_TRUE(is(Positive(-1), StatusIs(absl::StatusCode::kOutOfRange)));
  EXPECT_FALSE(is(Positive(-1), StatusIs(absl::StatusCode::kNotFound)));
  EXPECT_TRUE(is(Positive(-1), StatusIs(absl::StatusCode::kOutOfRange, "-1 is not positive")));
  EXPECT_FALSE(is(Positive(-1), StatusIs(absl::StatusCode::kOutOfRange, ::testing::ContainsRegex("even"))));
  EXPECT_TRUE(is(Positive(2), IsOkAndHolds(2)));
  EXPECT_TRUE(is(Positive(2), IsOkAndHolds(::testing::Gt(1))));
  EXPECT_FALSE(is(Positive(2), IsOkAndHolds(3)));
  EXPECT_FALSE(is(Positive(0), IsOkAndHolds(0)));
  TF_ASSERT_OK_AND_ASSIGN(const int two, Positive(2));
  EXPECT_EQ(two, 2);
}

}  // namespace
}  // namespace tensorflow
