// What connects the nodes of a graph, and nodes that should not be in one.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graph/node.h"
#include "graph/session.h"
#include "support.h"
#include "voxgrad/graph.h"

namespace voxgrad {
namespace {

Node* Add(Graph* graph, NodeSpec spec) {
  Node* node = nullptr;
  EXPECT_EQ(graph->AddNode(std::move(spec), &node), absl::OkStatus());
  return node;
}

Node* AddRow(Graph* graph, const std::string& name) {
  return Add(graph,
             {name, "Const", {}, {}, {{"value", Tensor::Of<float>({1, 2}, {1, 2})}, {"dtype", DT_FLOAT}}});
}

TEST(GraphEdges, FollowTheInputs) {
  Graph graph;
  Node* x = AddRow(&graph, "x");
  Node* first = Add(&graph, {"first", "Neg", {{x, 0}}});
  Node* sum = Add(&graph, {"sum", "AddV2", {{first, 0}, {x, 0}}, {first}});
  EXPECT_EQ(graph.num_nodes(), 5);
  std::vector<std::string> texts;
  for (const Edge* edge : graph.edges()) texts.push_back(edge->DebugString());
  EXPECT_EQ(texts, (std::vector<std::string>{"[id=0 _SOURCE:-1 -> _SINK:-1]", "[id=1 x:0 -> first:0]",
                                             "[id=2 first:0 -> sum:0]", "[id=3 x:0 -> sum:1]",
                                             "[id=4 first:-1 -> sum:-1]"}));
  EXPECT_EQ(x->out_edges().size(), 2u);
  EXPECT_EQ(sum->in_nodes(), (std::vector<Node*>{first, x, first}));
  const Edge* edge = nullptr;
  EXPECT_EQ(sum->input_edge(2, &edge).code(), absl::StatusCode::kInvalidArgument);
}

TEST(GraphEdges, ATrialLeavesNone) {
  Graph graph;
  Node* x = AddRow(&graph, "x");
  EXPECT_EQ(TryNode({"y", "Neg", {{x, 0}}}), absl::OkStatus());
  EXPECT_EQ(TryNode({"y", "AddN", {}, {}, {{"N", 1}}}).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(TryNode({"y", "MatMul", {{x, 0}, {x, 0}}}).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(x->out_edges().empty());
  EXPECT_EQ(graph.num_op_nodes(), 1);
}

TEST(GraphEdges, OfACopy) {
  Graph graph;
  Node* x = AddRow(&graph, "x");
  Add(&graph, {"y", "Neg", {{x, 0}}, {}, {{"_note", "kept"}}, "/cpu:0"});
  Graph copy;
  ASSERT_EQ(copy.Append(graph), absl::OkStatus());
  EXPECT_EQ(copy.num_edges(), 4);  // from the source to x and from y to the sink, too
  EXPECT_EQ(copy.FindNode("y")->DebugString(), graph.FindNode("y")->DebugString());
  EXPECT_EQ(copy.Append(graph).code(), absl::StatusCode::kAlreadyExists);
}

TEST(GraphRefusals, ByAShapeFunctionAloneLeaveTheNode) {
  const auto graph = std::make_shared<Graph>();
  Node* row = AddRow(graph.get(), "row");
  EXPECT_EQ(graph->refusal(), absl::OkStatus());
  Node* bad = nullptr;
  const absl::Status status = graph->AddNode({"bad", "MatMul", {{row, 0}, {row, 0}}}, &bad);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  ASSERT_NE(bad, nullptr);
  EXPECT_EQ(graph->FindNode("bad"), bad);
  EXPECT_EQ(bad->finding(), status);
  EXPECT_EQ(graph->refusal(), status);
  EXPECT_EQ(bad->output_shape(0).DebugString(), "<unknown>");
  // What reads it is looked at as if its shape were any; what does not need it runs.
  EXPECT_EQ(Add(graph.get(), {"behind", "Relu", {{bad, 0}}})->finding(), absl::OkStatus());
  GraphSession session(graph);
  std::vector<Tensor> outputs;
  EXPECT_EQ(session.Run({{}, {{bad, 0}}, {}}, {}, {}, &outputs).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(session.Run({{}, {{row, 0}}, {}}, {}, {}, &outputs), absl::OkStatus());
}

}  // namespace
}  // namespace voxgrad
