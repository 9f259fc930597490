// What a program hands over by mistake: indices that are none, outputs of other graphs and of graphs that are
// gone, null pointers, sizes below 0. Each is refused with a sentence, and the program goes on.
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/framework/gradient_checker.h"
#include "tensorflow/cc/framework/gradients.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/common_runtime/graph_constructor.h"
#include "tensorflow/core/framework/graph.pb.h"
#include "tensorflow/core/framework/node_def_util.h"
#include "tensorflow/core/framework/tensor_util.h"
#include "tensorflow/core/graph/graph_def_builder.h"
#include "tensorflow/core/graph/node_builder.h"
#include "tensorflow/core/lib/core/status_test_util.h"
#include "tensorflow/core/public/session.h"
#include "tensorflow/core/util/env_var.h"

namespace caller_input {

using tensorflow::ClientSession;
using tensorflow::DT_FLOAT;
using tensorflow::DT_INVALID;
using tensorflow::Graph;
using tensorflow::GraphDef;
using tensorflow::Node;
using tensorflow::NodeBuilder;
using tensorflow::Operation;
using tensorflow::Output;
using tensorflow::PartialTensorShape;
using tensorflow::Scope;
using tensorflow::Status;
using tensorflow::Tensor;
using tensorflow::TensorShape;
namespace ops = tensorflow::ops;

/// y = -x, in a scope of its own.
struct Pair {
  Scope scope = Scope::NewRootScope();
  Output x = ops::Placeholder(scope.WithOpName("x"), DT_FLOAT);
  Output y = ops::Neg(scope.WithOpName("y"), x);
};

bool Says(const Status& status, const std::string& part) {
  return !status.ok() && std::string(status.message()).find(part) != std::string::npos;
}
#define EXPECT_SAYS(status, part)          \
  do {                                     \
    const Status said = status;            \
    EXPECT_TRUE(Says(said, part)) << said; \
  } while (false)

/// Each way in for an output refuses this one.
void ExpectRefused(const Pair& pair, const Output& wrong, const std::string& part) {
  ClientSession session(pair.scope);
  std::vector<Tensor> outputs;
  std::vector<Output> grads;
  float error = 0;
  EXPECT_SAYS(session.Run({{pair.x, 2.f}}, {wrong}, &outputs), part);
  EXPECT_SAYS(session.Run({{wrong, 2.f}}, {pair.y}, &outputs), part);
  EXPECT_SAYS(tensorflow::AddSymbolicGradients(pair.scope, {wrong}, {pair.x}, &grads), part);
  EXPECT_SAYS(tensorflow::AddSymbolicGradients(pair.scope, {pair.y}, {wrong}, &grads), part);
  if (wrong.node() != nullptr)
    EXPECT_SAYS(tensorflow::AddSymbolicGradients(pair.scope, {pair.y}, {pair.x}, {wrong}, &grads), part);
  EXPECT_SAYS((tensorflow::ComputeGradientError<float, float, float>(pair.scope, {wrong}, {TensorShape({})},
                                                                     {pair.y}, {TensorShape({})}, &error)),
              part);
  EXPECT_SAYS((tensorflow::ComputeGradientError<float, float, float>(pair.scope, {pair.x}, {TensorShape({})},
                                                                     {wrong}, {TensorShape({})}, &error)),
              part);
  EXPECT_TRUE(pair.scope.ok()) << pair.scope.status();
  TF_ASSERT_OK(session.Run({{pair.x, 2.f}}, {pair.y}, &outputs));
  EXPECT_EQ(outputs[0].scalar<float>()(), -2);
}

TEST(CallerInput, AnIndexThatIsNoneIsRefused) {
  const Pair pair;
  for (const int index : {-1, 1, 7, 1000000, -1000000, 2147483647}) {
    const Output wrong(pair.y.node(), index);
    ExpectRefused(pair, wrong, "output " + std::to_string(index) + " of node 'y', which has 1 output");
    EXPECT_EQ(wrong.type(), DT_INVALID);
    EXPECT_EQ(pair.y.op().input_type(index), DT_INVALID);
    EXPECT_EQ(pair.y.op().input(index).node(), nullptr);
    EXPECT_EQ(pair.y.node()->output_shape(index).dims(), -1);
    if (index != 1) {
      EXPECT_EQ(pair.scope.graph()->FindNodeId(index), nullptr);
    }
    Pair other;
    ops::Relu(other.scope, Output(other.y.node(), index));
    EXPECT_SAYS(other.scope.status(), "'y', which has 1");
  }
}

TEST(CallerInput, AnOutputOfNoNodeIsRefused) {
  const Pair pair;
  ExpectRefused(pair, Output(), "is no output of any node");
  ExpectRefused(pair, tensorflow::NoGradient(), "is no output of any node");
  EXPECT_EQ(Output().type(), DT_INVALID);
  EXPECT_EQ(Output().name(), "");
  EXPECT_EQ(Operation().num_inputs(), 0);
  EXPECT_EQ(Operation().output(3).node(), nullptr);
  EXPECT_EQ(Operation().input(0).node(), nullptr);
  for (int way = 0; way < 4; ++way) {
    Pair other;
    if (way == 0) ops::Relu(other.scope, Output());
    if (way == 1) ops::AddN(other.scope, {other.x, Output()});
    if (way == 2) ops::Relu(other.scope.WithControlDependencies(Output()), other.x);
    if (way == 3) ops::Relu(other.scope.ColocateWith(Operation()), other.x);
    EXPECT_SAYS(other.scope.status(), "no");
    EXPECT_FALSE(other.scope.ok());
  }
  ClientSession session(pair.scope);
  EXPECT_SAYS(session.Run({}, {}, {Operation()}, nullptr), "Operation to run 0 is no output of any node");
}

TEST(CallerInput, AnOutputOfAnotherScopeIsRefused) {
  const Pair pair, other;
  ExpectRefused(pair, other.y, "belongs to another graph");
  for (int way = 0; way < 2; ++way) {
    Pair third;
    if (way == 0) ops::Add(third.scope, third.x, other.x);
    if (way == 1) ops::Relu(third.scope.WithControlDependencies(other.y), third.x);
    EXPECT_SAYS(third.scope.status(), "belongs to another graph");
  }
  ClientSession session(pair.scope);
  EXPECT_SAYS(session.Run({}, {}, {other.y.op()}, nullptr), "belongs to another graph");
  EXPECT_SAYS(session.Run({}, {}, {Operation(pair.scope.graph()->source_node())}, nullptr),
              "nothing runs there");
}

TEST(CallerInput, AnOutputOfAScopeThatIsGoneIsRefusedAndStillReadable) {
  Output gone;
  {
    const Pair short_lived;
    gone = short_lived.y;
  }
  EXPECT_EQ(gone.type(), DT_FLOAT);
  EXPECT_EQ(gone.name(), "y:0");
  EXPECT_EQ(gone.op().input(0).name(), "x:0");
  EXPECT_EQ(gone.node()->in_edges().size(), 1u);
  const Pair pair;
  ExpectRefused(pair, gone, "a graph that is gone");
  Pair other;
  ops::Relu(other.scope, gone);
  EXPECT_SAYS(other.scope.status(), "a graph that is gone");
}

/// A session holds the graph: that the scope is gone changes nothing.
TEST(CallerInput, ASessionOutlivesItsScope) {
  auto pair = std::make_unique<Pair>();
  const ClientSession session(pair->scope);
  const Output x = pair->x, y = pair->y;
  pair.reset();
  std::vector<Tensor> outputs;
  TF_ASSERT_OK(session.Run({{x, 3.f}}, {y}, &outputs));
  EXPECT_EQ(outputs[0].scalar<float>()(), -3);
}

TEST(CallerInput, ANullResultIsRefused) {
  Pair pair;
  ClientSession session(pair.scope);
  TF_EXPECT_OK(session.Run({{pair.x, 1.f}}, {pair.y}, nullptr));
  EXPECT_SAYS(tensorflow::AddSymbolicGradients(pair.scope, {pair.y}, {pair.x}, nullptr),
              "grad_outputs is null");
  EXPECT_SAYS(session.MakeCallable({}, nullptr), "out_handle is null");
  EXPECT_SAYS((tensorflow::ComputeGradientError<float, float, float>(pair.scope, pair.x, Tensor(1.f), pair.y,
                                                                     TensorShape({}), nullptr)),
              "max_error is null");
  EXPECT_SAYS(pair.scope.ToGraphDef(nullptr), "graph_def is null");
  EXPECT_SAYS(pair.scope.ToGraph(nullptr), "graph is null");
  EXPECT_SAYS(pair.scope.DoShapeInference(nullptr), "no node");
  pair.scope.UpdateBuilder(nullptr);
  EXPECT_SAYS(tensorflow::NewSession({}, nullptr), "out_session is null");
  EXPECT_SAYS(tensorflow::ConvertGraphDefToGraph({}, GraphDef(), nullptr), "graph is null");
  const std::unique_ptr<tensorflow::Session> named(tensorflow::NewSession({}));
  EXPECT_SAYS(named->ListDevices(nullptr), "response is null");
  Node* node = nullptr;
  EXPECT_SAYS(NodeBuilder("a", "NoOp").Finalize(pair.scope.graph(), nullptr), "node is null");
  EXPECT_SAYS(NodeBuilder("a", "NoOp").Finalize(nullptr, &node), "graph is null");
  EXPECT_SAYS(NodeBuilder("a", "Neg").Input(nullptr).Finalize(pair.scope.graph(), &node), "missing");
  EXPECT_SAYS(NodeBuilder("a", "NoOp").ControlInput(nullptr).Finalize(pair.scope.graph(), &node),
              "no output");
  EXPECT_SAYS(pair.y.node()->input_node(0, static_cast<Node**>(nullptr)), "node is null");
  EXPECT_SAYS(pair.y.node()->input_edge(0, nullptr), "edge is null");
  EXPECT_SAYS(pair.y.node()->input_edges(nullptr), "edges is null");
  EXPECT_SAYS(Tensor::BuildTensor(DT_FLOAT, TensorShape({1}), nullptr), "tensor is null");
  EXPECT_SAYS(TensorShape::BuildTensorShape({1}, nullptr), "shape is null");
  EXPECT_SAYS(PartialTensorShape::BuildPartialTensorShape({1}, nullptr), "shape is null");
  EXPECT_SAYS(PartialTensorShape({1}).MergeWith({1}, nullptr), "result is null");
  EXPECT_SAYS(tensorflow::tensor::Concat({Tensor(1.f)}, nullptr), "result is null");
  EXPECT_SAYS(tensorflow::GetNodeAttr<int32_t>(pair.y.node()->attrs(), "T", nullptr), "value is null");
  EXPECT_SAYS(tensorflow::ReadBoolFromEnvVar("HOME", false, nullptr), "value is null");
}

TEST(CallerInput, SizesThatNoTensorHasMakeNoTensor) {
  for (const TensorShape& shape : {TensorShape({-1}), TensorShape({int64_t{1} << 40, int64_t{1} << 40})}) {
    EXPECT_FALSE(shape.IsValid());
    Tensor tensor;
    EXPECT_SAYS(Tensor::BuildTensor(DT_FLOAT, shape, &tensor), "cannot have the sizes");
    const Tensor made(DT_FLOAT, shape);
    EXPECT_FALSE(made.IsInitialized());
    EXPECT_TRUE(made.values<float>().empty());
    const Pair pair;
    const ClientSession session(pair.scope);
    std::vector<Tensor> outputs;
    EXPECT_FALSE(session.Run({{pair.x, made}}, {pair.y}, &outputs).ok());
    Scope scope = Scope::NewRootScope();
    ops::Const(scope, made);
    EXPECT_FALSE(scope.ok());
    TensorShape again = shape;
    again = TensorShape({2});
    EXPECT_TRUE(again.IsValid());
  }
  // As in TensorFlow, and as for a slice past the end: there is nothing to hand an error over with.
  const Tensor tensor(DT_FLOAT, TensorShape({2, 3}));
  EXPECT_DEATH(tensor.dim_size(2), "which has no dimension 2");
  EXPECT_DEATH(tensor.dim_size(-1), "which has no dimension -1");
  EXPECT_DEATH(tensor.values<double>(), "double expected, got float");
  EXPECT_DEATH(tensor.Slice(1, 3), "Check failed");
  EXPECT_DEATH(tensor.SubSlice(2), "Check failed");
  EXPECT_DEATH(GraphDef().node(0), "has none at 0");
  EXPECT_DEATH(tensorflow::TensorProto().float_val(-1), "has none at -1");
  EXPECT_EQ(PartialTensorShape().dim_size(4), -1);
}

/// Anything that was made, anywhere, with any index, in any place: a run either says what is wrong or is
/// right.
TEST(CallerInput, RandomOutputsAreRefusedOrRight) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const auto pick = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
  const Pair pair, foreign;
  Output gone;
  {
    const Pair short_lived;
    gone = short_lived.x;
  }
  const ClientSession session(pair.scope);
  const auto any = [&] {
    const Output all[] = {pair.x, pair.y, pair.x, pair.y, foreign.x, gone, Output()};
    const Output chosen = all[pick(7)];
    return Output(chosen.op(), pick(4) > 0 ? 0 : pick(7) - 3);
  };
  const auto right = [&](const Output& output) {
    return (output.op() == pair.x.op() || output.op() == pair.y.op()) && output.index() == 0;
  };
  for (int i = 0; i < 2000; ++i) {
    ClientSession::FeedType feeds;
    std::vector<Output> fetches;
    bool all_right = true;
    for (int n = pick(3); n > 0; --n) {
      const Output feed = any();
      feeds.insert({feed, 2.f});
      all_right = all_right && right(feed);
    }
    for (int n = pick(4); n > 0; --n) {
      fetches.push_back(any());
      all_right = all_right && right(fetches.back());
    }
    std::vector<Tensor> outputs;
    const Status status = session.Run(feeds, fetches, &outputs);
    if (!all_right) {
      EXPECT_FALSE(status.ok());
      continue;
    }
    if (status.ok()) {
      ASSERT_EQ(outputs.size(), fetches.size());
    } else {
      EXPECT_TRUE(Says(status, "must feed")) << status;  // x has no value of its own
    }
    std::vector<Output> grads;
    tensorflow::AddSymbolicGradients(pair.scope, {any()}, {any()}, {any()}, &grads).IgnoreError();
  }
}

}  // namespace caller_input
