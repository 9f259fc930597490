// Pages as graphs: any order of nodes, and everything that is wrong with one.
#include <gtest/gtest.h>

#include <ctime>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "page/graph/import_graph.h"
#include "page/graph/tensorflow_check.h"
#include "page/pages/page_run.h"
#include "page_support.h"

namespace voxgrad {
namespace {

using test::Const;
using test::kPages;
using test::MakePage;
using test::Parse;
using test::ProblemTexts;
using test::Unary;

TEST(PageImport, NodesInAnyOrder) {
  const auto page = MakePage(Unary("Neg", "b", "a:0") + Unary("Neg", "a", "c") +
                             Const("c", "dtype: DT_FLOAT float_val: 2"));
  ASSERT_TRUE(page->import().problems.empty()) << ProblemTexts(*page)[0];
  EXPECT_EQ(page->graph().op_nodes()[0]->name(), "c");
  PageRun run(page);
  const auto results = test::Must(run.Run({}));
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].name, "b:0");
  EXPECT_EQ(results[0].tensor.values<float>()[0], 2);
}

TEST(PageImport, AllProblemsAtOnceEachWithItsNode) {
  const auto page = test::Must(Page::Load(kPages + "broken.pbtxt"));
  const std::vector<std::string> wanted = {
      "Node 'unknown_op': No op is called AvgPol. Did you mean AvgPool?",
      "Node 'no_input' has the input 'y', but no node is called y.",
      "Node 'no_output' wants output 1 of 'x', which has 1.",
      "Identity (wrong_type): input is float, but T is double; both must be the same type.",
      "Node 'x' stands in the page twice, as Placeholder and as NoOp.",
      "Node 'cycle_b' is part of a cycle, which has no order to run in: cycle_a -> cycle_b -> cycle_a.",
      "MaxPool (wrong_shape): ksize is 1,5,5,1, and its 5 in H does not fit into input [1,4,4,1] with VALID "
      "padding; use SAME or a smaller window.",
      "Relu (looked_at): features is float, but T is int32; both must be the same type.",
      "AvgPool (wrong_attribute): ksize is 2, but must be a list of integers.",
      "Relu (extra_attribute): size is no attribute of this op; it has none.",
      "Node 'calls' calls the page's function square_it; functions do not run here.",
      "Node name \"two inputs\" is not valid: it begins with a letter, a digit or a dot, and holds those and "
      "_ - "
      "/ > only.",
      "Node 'control_first' has the input 'x' behind a control input (^); those stand last.",
  };
  EXPECT_EQ(ProblemTexts(*page), wanted);
  EXPECT_EQ(page->import().blocked, 2u);  // "behind" and "cycle_a"
  EXPECT_TRUE(
      absl::EndsWith(page->import().status().message(), "(One of 13 problems; `vox check` lists them.)"));
}

TEST(PageImport, WhatIsRightRunsBesideWhatIsWrong) {
  const auto page = test::Must(Page::Load(kPages + "broken.pbtxt"));
  PageRun run(page);
  PageRequest request;
  request.feeds = {
      {"x", test::Must(PageRun::ParseFeed(test::Must(page->FindOutput("x")), "float[1,4,4,1]"))}};
  request.fetches = {"fine"};
  const auto results = test::Must(run.Run(request));
  EXPECT_EQ(results[0].tensor.values<float>()[3], 13.5);
  for (const auto& [fetch, problem] :
       std::vector<std::pair<std::string, std::string>>{{"behind", "No op is called AvgPol"},
                                                        {"cycle_a", "is part of a cycle"},
                                                        {"wrong_shape", "does not fit into input"},
                                                        {"nothing", "No node is called nothing."},
                                                        {"fine:1", "has 1 outputs; there is no fine:1."},
                                                        {"^fine", "is no output"}}) {
    request.fetches = {fetch};
    const absl::Status status = run.Run(request).status();
    EXPECT_TRUE(absl::StrContains(status.message(), problem)) << status;
  }
}

TEST(PageImport, NodesThatTensorFlowCouldNotLoad) {
  const auto page = test::Must(Page::Load(kPages + "broken.pbtxt"));
  const auto objections = [&](const char* node) {
    return TensorFlowObjections(*page->graph().FindNode(node));
  };
  EXPECT_TRUE(objections("fine").empty());
  ASSERT_EQ(objections("ours").size(), 1u);
  EXPECT_EQ(objections("ours")[0].substr(0, 37), "T is uint32; TensorFlow's MaxPool tak");
  ASSERT_EQ(objections("also_ours").size(), 1u);
  EXPECT_TRUE(
      absl::EndsWith(objections("also_ours")[0], "TensorFlow's MaxPoolGradGrad has no such attribute."));
  // Where such an attribute says nothing it is not written, so that TensorFlow loads the page.
  GraphDef def = page->def();
  for (int i = 0; i < def.node_size(); ++i) {
    if (def.node(i).name() != "also_ours") continue;
    EXPECT_TRUE(page->graph().FindNode("also_ours")->def().attr().contains("explicit_paddings"));
    (*def.mutable_node(i)->mutable_attr())["padding"].set_s("VALID");
    def.mutable_node(i)->mutable_attr()->erase("explicit_paddings");
  }
  EXPECT_FALSE(ImportGraph(def).graph->FindNode("also_ours")->def().attr().contains("explicit_paddings"));
}

TEST(PageImport, LongCyclesAndSelfLoops) {
  EXPECT_EQ(ProblemTexts(*MakePage(Unary("Neg", "a", "a"))),
            std::vector<std::string>{"Node 'a' is part of a cycle, which has no order to run in: a -> a."});
  std::string text;
  for (int i = 0; i < 1000; ++i)
    text += Unary("Neg", absl::StrCat("n", i), absl::StrCat("n", (i + 1) % 1000));
  const auto problems = ProblemTexts(*MakePage(text));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(
      problems[0],
      "Node 'n999' is part of a cycle, which has no order to run in: n0 -> n999 -> n998 -> n997 -> n996 -> "
      "n995 -> … -> n4 -> n3 -> n2 -> n1 -> n0.");
}

TEST(PageImport, AttributesThatAreNone) {
  const auto problem = [](const std::string& value) {
    return ProblemTexts(*MakePage("node { name: 'p' op: 'Placeholder' attr { key: 'dtype' value { " + value +
                                  " } } }"))
        .at(0);
  };
  EXPECT_EQ(problem(""), "Placeholder (p): dtype has no value.");
  EXPECT_EQ(problem("type: 9999"),
            "Placeholder (p): dtype holds type number 9999, which no tensor here can have.");
  EXPECT_EQ(problem("type: DT_FLOAT_REF"),
            "Placeholder (p): dtype holds type number 101, which no tensor here can have.");
  EXPECT_EQ(problem("list { i: 1 s: 'a' }"), "Placeholder (p): dtype is a list of several kinds of values.");
  EXPECT_EQ(problem("func { name: 'f' }"),
            "Placeholder (p): dtype names the function f; functions do not run here.");
  EXPECT_EQ(problem("placeholder: 'T'"), "Placeholder (p): dtype stands open, as in the body of a function.");
}

/// A chain of ops with a variable's worth of attributes, as a large page has them.
std::string LongPage(int nodes) {
  std::string text = Const("n0", "dtype: DT_FLOAT float_val: 1");
  for (int i = 1; i < nodes; ++i) {
    absl::StrAppend(&text, "node { name: 'n", i, "' op: 'AddV2' input: 'n", i - 1, "' input: 'n", i / 2,
                    "' attr { key: 'T' value { type: DT_FLOAT } } attr { key: '_position' value { list { i: ",
                    i, " i: 2 } } } } ");
  }
  return text;
}

/// Bytes may have fields that nobody knows. Written as text they stand there by number, which cannot be read.
TEST(PageImport, WhatOnlyBytesCanSayIsLeftOut) {
  GraphDef def = Parse(Const("c", "dtype: DT_FLOAT float_val: 2"));
  AttrValue& extra = (*def.mutable_node(0)->mutable_attr())["_extra"];
  extra.mutable_func()->set_name("f");
  *extra.mutable_unknown_fields() = std::string("\x58\x04", 2);  // field 11 is 4
  *extra.mutable_func()->mutable_unknown_fields() = std::string("\x5a\x01x", 3);
  GraphDef read;
  ASSERT_TRUE(read.ParseFromString(def.SerializeAsString()));
  GraphDef written;
  ImportGraph(read).graph->ToGraphDef(&written);
  const GraphDef again = Parse(written.DebugString());
  EXPECT_EQ(again.node(0).attr().at("_extra").func().name(), "f");
  EXPECT_EQ(again.SerializeAsString(), written.SerializeAsString());
}

TEST(PageImport, AHundredThousandNodes) {
  const GraphDef def = Parse(LongPage(100000));
  const std::clock_t begin = std::clock();  // processor time: the same on a busy machine
  const Import import = ImportGraph(def);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  GraphDef written;
  import.graph->ToGraphDef(&written);
  const double all = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::printf("  100,000 nodes: import %.2f s, export %.2f s\n", seconds, all - seconds);
  EXPECT_TRUE(import.problems.empty());
  EXPECT_EQ(written.node_size(), 100000);
}

}  // namespace
}  // namespace voxgrad
