// The graph floor: adding nodes, what is known before a run, plans, sessions.
#include "voxgrad/graph.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "graph/gradients.h"
#include "graph/session.h"
#include "support.h"

namespace voxgrad::test {
namespace {

using ::testing::Test;

class GraphTest : public Test {
 protected:
  Node* Add(const std::string& op, const std::string& name, std::vector<Endpoint> inputs = {},
            std::vector<NamedAttribute> attributes = {}, std::vector<Node*> control = {}) {
    Node* node = nullptr;
    const absl::Status status =
        graph_->AddNode({name, op, std::move(inputs), std::move(control), std::move(attributes)}, &node);
    EXPECT_TRUE(status.ok()) << status;
    return node;
  }
  absl::Status Refuse(const std::string& op, std::vector<Endpoint> inputs,
                      std::vector<NamedAttribute> attributes = {}) {
    Node* node = nullptr;
    absl::Status status =
        graph_->AddNode({"refused", op, std::move(inputs), {}, std::move(attributes)}, &node);
    EXPECT_EQ(node, nullptr);
    return status;
  }
  Endpoint Constant(const std::string& name, const Tensor& value) {
    return {Add("Const", name, {}, {{"value", value}, {"dtype", value.dtype()}}), 0};
  }
  Endpoint Float(const std::string& name, float value) {
    return Constant(name, Tensor::Of<float>({value}, TensorShape()));
  }
  Endpoint Fed(const std::string& name, PartialTensorShape shape = {}) {
    return {Add("Placeholder", name, {}, {{"dtype", DT_FLOAT}, {"shape", shape}}), 0};
  }
  absl::StatusOr<std::vector<Tensor>> Run(const RunRequest& request, const std::vector<Tensor>& values = {},
                                          const RunControl& control = {}) {
    std::vector<Tensor> outputs;
    absl::Status status = session_.Run(request, values, control, &outputs);
    if (!status.ok()) return status;
    return outputs;
  }
  float Value(const Endpoint& endpoint) {
    const auto outputs = Run({{}, {endpoint}, {}});
    EXPECT_TRUE(outputs.ok()) << outputs.status();
    return outputs.ok() ? outputs->at(0).values<float>()[0] : 0;
  }

  std::shared_ptr<Graph> graph_ = std::make_shared<Graph>();
  GraphSession session_{graph_};
};

TEST_F(GraphTest, KnowsTypesAndShapesBeforeItRuns) {
  const Endpoint x = Fed("x", PartialTensorShape({-1, 8, 8, 3}));
  Node* pool =
      Add("AvgPool", "pool", {x}, {{"ksize", {1, 2, 2, 1}}, {"strides", {1, 2, 2, 1}}, {"padding", "SAME"}});
  EXPECT_EQ(pool->output_shape(0).DebugString(), "[?,4,4,3]");
  EXPECT_EQ(pool->output_type(0), DT_FLOAT);
  EXPECT_EQ(pool->type_string(), "AvgPool");
  EXPECT_EQ(pool->input(0).node, x.node);
  EXPECT_EQ(graph_->FindNode("pool"), pool);
  EXPECT_EQ(graph_->FindNode("none"), nullptr);
}

TEST_F(GraphTest, FollowsSizesThroughTheGraph) {
  const Endpoint x = Fed("x", PartialTensorShape({2, 3, 4}));
  const Endpoint sizes = {Add("Shape", "sizes", {x}), 0};
  const Endpoint y = Fed("y");
  Node* reshape = Add("Reshape", "reshape", {y, sizes});
  EXPECT_EQ(reshape->output_shape(0).DebugString(), "[2,3,4]");
}

TEST_F(GraphTest, RefusesWhatTensorFlowRefuses) {
  const Endpoint x = Float("x", 1);
  EXPECT_EQ(Refuse("NoSuchOp", {}).code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(Refuse("Relu", {}).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Refuse("Relu", {{x.node, 3}}).code(), absl::StatusCode::kOutOfRange);
  EXPECT_EQ(Refuse("Relu", {{nullptr, 0}}).code(), absl::StatusCode::kInvalidArgument);
  Node* node = nullptr;
  EXPECT_EQ(graph_->AddNode({"x", "NoOp"}, &node).code(), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(graph_->num_op_nodes(), 1);
}

TEST_F(GraphTest, NamesThatTensorFlowRefusesAreRefusedByTheRun) {
  // TensorFlow's Scope takes them; its session does not.
  for (const char* name : {"", "_x", "a b", "ü"}) {
    Node* node = nullptr;
    EXPECT_TRUE(graph_->AddNode({name, "NoOp"}, &node).ok()) << name;
    EXPECT_EQ(Run({{}, {}, {node}}).status().code(), absl::StatusCode::kInvalidArgument) << name;
  }
}

TEST_F(GraphTest, KeepsFindingsForTheRun) {
  // TensorFlow's shape function of AvgPool3DGrad does not look at grad.
  const Endpoint sizes = Constant("sizes", Tensor::Sizes({1, 8, 8, 8, 2}));
  const Endpoint grad = Fed("grad", PartialTensorShape({1, 5, 5, 5, 2}));
  Node* pool = Add("AvgPool3DGrad", "pool", {sizes, grad},
                   {{"ksize", {1, 3, 3, 3, 1}}, {"strides", {1, 2, 2, 2, 1}}, {"padding", "VALID"}});
  EXPECT_FALSE(pool->finding().ok());
  const auto run = Run({{grad}, {{pool, 0}}, {}}, {Tensor(DT_FLOAT, {1, 5, 5, 5, 2})});
  EXPECT_EQ(run.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(absl::StrContains(run.status().message(), "AvgPool3DGrad (pool): grad")) << run.status();
}

TEST_F(GraphTest, RunsOnlyWhatTheFetchesNeed) {
  const Endpoint x = Fed("x");
  const Endpoint never = {Add("Relu", "never", {x}), 0};
  const Endpoint two = Float("two", 2);
  const Endpoint sum = {Add("AddV2", "sum", {two, two}), 0};
  EXPECT_EQ(Value(sum), 4);
  const auto unfed = Run({{}, {never}, {}});
  EXPECT_EQ(unfed.status().message(), "You must feed a value for placeholder tensor 'x' with dtype float");
}

TEST_F(GraphTest, AnyOutputCanBeFed) {
  const Endpoint x = Fed("x");
  const Endpoint relu = {Add("Relu", "relu", {x}), 0};
  const Endpoint sum = {Add("AddV2", "sum", {relu, relu}), 0};
  const auto outputs = Run({{relu}, {sum, relu}, {}}, {Tensor::Of<float>({-3}, TensorShape())});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ(outputs->at(0).values<float>()[0], -6);
  EXPECT_EQ(outputs->at(1).values<float>()[0], -3);
  EXPECT_FALSE(Run({{relu}, {sum}, {}}, {Tensor::Of<double>({1}, TensorShape())}).ok());
  const Endpoint square = Fed("square", PartialTensorShape({2, 2}));
  EXPECT_FALSE(Run({{square}, {square}, {}}, {Tensor::Of<float>({1, 2}, TensorShape({2}))}).ok());
}

TEST_F(GraphTest, GrowsBetweenRuns) {
  const Endpoint one = Float("one", 1);
  Endpoint sum = {Add("AddV2", "sum", {one, one}), 0};
  EXPECT_EQ(Value(sum), 2);
  for (int i = 0; i < 5; ++i) sum = {Add("AddV2", absl::StrCat("sum", i), {sum, one}), 0};
  EXPECT_EQ(Value(sum), 7);
}

TEST_F(GraphTest, VariablesKeepTheirValueAndWhatWasReadStays) {
  const Endpoint w = {Add("VariableV2", "w", {}, {{"shape", PartialTensorShape({2})}, {"dtype", DT_FLOAT}}),
                      0};
  const Endpoint start = Constant("start", Tensor::Of<float>({1, 2}, TensorShape({2})));
  Node* init = Add("Assign", "init", {w, start});
  Node* grow = Add("AssignAdd", "grow", {w, start});
  EXPECT_EQ(Run({{}, {w}, {}}).status().message(), "Attempting to use uninitialized value w");
  EXPECT_EQ(Run({{}, {}, {grow}}).status().code(), absl::StatusCode::kFailedPrecondition);
  ASSERT_TRUE(Run({{}, {}, {init}}).ok());
  const Tensor before = Run({{}, {w}, {}})->at(0);
  ASSERT_TRUE(Run({{}, {}, {grow}}).ok());
  ASSERT_TRUE(Run({{}, {}, {grow}}).ok());
  EXPECT_EQ(Run({{}, {w}, {}})->at(0).DebugString(), "Tensor<type: float shape: [2] values: 3 6>");
  EXPECT_EQ(before.DebugString(), "Tensor<type: float shape: [2] values: 1 2>");
  EXPECT_EQ(Run({{}, {start}, {}})->at(0).DebugString(), "Tensor<type: float shape: [2] values: 1 2>");
  GraphSession other(graph_);
  std::vector<Tensor> outputs;
  EXPECT_FALSE(other.Run({{}, {w}, {}}, {}, {}, &outputs).ok()) << "variables belong to a session";
}

TEST_F(GraphTest, ReadersSeeAVariableWhenTheyRun) {
  const Endpoint w = {Add("VariableV2", "w", {}, {{"shape", PartialTensorShape({})}, {"dtype", DT_FLOAT}}),
                      0};
  const Endpoint one = Float("one", 1);
  Node* init = Add("Assign", "init", {w, one});
  const Endpoint doubled = {Add("AddV2", "doubled", {w, w}, {}, {init}), 0};
  EXPECT_EQ(Value(doubled), 2);
}

TEST_F(GraphTest, OnlyVariablesAreAssignedTo) {
  const Endpoint one = Float("one", 1);
  const absl::Status status = Refuse("Assign", {one, one});
  EXPECT_TRUE(absl::StrContains(status.message(), "must be a variable")) << status;
}

TEST_F(GraphTest, ARunCanBeCancelledAndReportsProgress) {
  Endpoint sum = Float("one", 1);
  for (int i = 0; i < 9; ++i) sum = {Add("AddV2", absl::StrCat("sum", i), {sum, sum}), 0};
  std::atomic<bool> cancel = false;
  std::vector<size_t> seen;
  RunControl control;
  control.exec.cancel = &cancel;
  control.progress = [&](size_t k, size_t n, const Node&) {
    EXPECT_EQ(n, 10u);
    seen.push_back(k);
    if (k == 4 && seen.size() == 5) cancel = true;  // in the first run only
  };
  const auto run = Run({{}, {sum}, {}}, {}, control);
  EXPECT_EQ(run.status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(seen.size(), 5u);
  cancel = false;
  EXPECT_TRUE(Run({{}, {sum}, {}}, {}, control).ok()) << "a cancelled run leaves nothing behind";
}

TEST_F(GraphTest, FreesValuesAfterTheirLastReader) {
  const TensorShape large({1000, 1000});
  Endpoint x = Fed("x", PartialTensorShape({1000, 1000}));
  const Endpoint start = x;
  for (int i = 0; i < 20; ++i) x = {Add("Neg", absl::StrCat("n", i), {x}), 0};
  int64_t peak = 0;
  RunControl control;
  control.peak_bytes = &peak;
  Tensor value(DT_FLOAT, large);
  std::fill_n(value.mutable_values<float>().begin(), 1000 * 1000, 1.0F);
  ASSERT_TRUE(Run({{start}, {x}, {}}, {value}, control).ok());
  EXPECT_LE(peak, 2 * 4'000'000);
}

TEST_F(GraphTest, NamesTheFirstNodeThatMakesANaN) {
  const Endpoint zero = Float("zero", 0);
  const Endpoint log = {Add("Log", "log", {zero}), 0};
  const Endpoint sum = {Add("AddV2", "sum", {log, log}), 0};
  RunControl control;
  control.check_numerics = true;
  const auto run = Run({{}, {sum}, {}}, {}, control);
  EXPECT_TRUE(absl::StrContains(run.status().message(), "Log (log): output 0 holds -inf")) << run.status();
  EXPECT_TRUE(Run({{}, {sum}, {}}).ok());
}

TEST_F(GraphTest, TracesEveryNode) {
  const Endpoint one = Float("one", 1);
  const Endpoint sum = {Add("AddV2", "sum", {one, one}), 0};
  std::vector<TraceEvent> trace;
  RunControl control;
  control.trace = &trace;
  ASSERT_TRUE(Run({{}, {sum}, {}}, {}, control).ok());
  ASSERT_EQ(trace.size(), 2u);
  EXPECT_EQ(trace[1].node->name(), "sum");
  EXPECT_GE(trace[1].start_us, trace[0].start_us);
}

TEST_F(GraphTest, AChainOfAHundredThousandNodes) {
  const Endpoint one = Float("one", 1);
  Endpoint sum = one;
  for (int i = 0; i < 100'000; ++i) sum = {Add("AddV2", absl::StrCat("n", i), {sum, one}), 0};
  EXPECT_EQ(Value(sum), 100'001);
  std::vector<Endpoint> gradients;
  int added = 0;
  const NodeAdder add = [&](NodeSpec spec, Node** node) {
    spec.name = absl::StrCat("g", added++);
    return graph_->AddNode(std::move(spec), node);
  };
  ASSERT_TRUE(AddGradients({sum}, {one}, {{}}, add, &gradients).ok());
  EXPECT_EQ(Value(gradients[0]), 100'001);
}

TEST_F(GraphTest, GradientsThatDoNotExist) {
  const Endpoint x = Fed("x", PartialTensorShape({2}));
  const Endpoint y = Fed("y", PartialTensorShape({2}));
  const Endpoint z = {Add("Neg", "z", {y}), 0};
  std::vector<Endpoint> gradients;
  int added = 0;
  const NodeAdder add = [&](NodeSpec spec, Node** node) {
    spec.name = absl::StrCat("g", added++);
    return graph_->AddNode(std::move(spec), node);
  };
  ASSERT_TRUE(AddGradients({z}, {x, y}, {{}}, add, &gradients).ok());
  EXPECT_EQ(gradients[0].node, nullptr);
  EXPECT_NE(gradients[1].node, nullptr);
  EXPECT_FALSE(AddGradients({z}, {y}, {}, add, &gradients).ok()) << "one gradient for each output";
}

}  // namespace
}  // namespace voxgrad::test
