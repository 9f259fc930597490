// Pages as graphs: reading any of them, writing as TensorFlow does, data beside the page, running.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <ctime>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/npy.h"
#include "graph/node.h"
#include "page/attribute_value.h"
#include "page/generator.h"
#include "page/import_graph.h"
#include "page/page_data.h"
#include "page/page_run.h"
#include "page/tensorflow_check.h"
#include "support.h"

namespace voxgrad {
namespace {

const std::string kPages = VOXGRAD_SOURCE_DIR "/tests/pages/";

GraphDef Parse(const std::string& text) { return test::Must(ParsePage(text), text); }

std::shared_ptr<const Page> MakePage(const std::string& text, const std::string& folder = "/nowhere") {
  return std::make_shared<const Page>(Parse(text), folder);
}

std::string Const(const std::string& name, const std::string& tensor) {
  return absl::StrCat("node { name: '", name, "' op: 'Const' attr { key: 'value' value { tensor { ", tensor,
                      " } } } attr { key: 'dtype' value { type: ", tensor.substr(7, tensor.find(' ', 8) - 7),
                      " } } } ");
}

std::string Unary(const std::string& op, const std::string& name, const std::string& input) {
  return absl::StrCat("node { name: '", name, "' op: '", op, "' input: '", input, "' } ");
}

std::vector<std::string> ProblemTexts(const Page& page) {
  std::vector<std::string> texts;
  for (const ImportProblem& problem : page.import().problems) texts.emplace_back(problem.status.message());
  return texts;
}

class Folder {
 public:
  Folder() {
    std::string name = testing::TempDir() + "/pageXXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~Folder() { EXPECT_EQ(std::system(("rm -r '" + path_ + "'").c_str()), 0); }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

TEST(PageGraph, NodesInAnyOrder) {
  const auto page = MakePage(Unary("Neg", "b", "a:0") + Unary("Neg", "a", "c") +
                             Const("c", "dtype: DT_FLOAT float_val: 2"));
  ASSERT_TRUE(page->import().problems.empty()) << ProblemTexts(*page)[0];
  EXPECT_EQ(page->graph().nodes()[0]->name(), "c");
  PageRun run(page);
  const auto results = test::Must(run.Run({}));
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].name, "b:0");
  EXPECT_EQ(results[0].tensor.values<float>()[0], 2);
}

TEST(PageGraph, AllProblemsAtOnceEachWithItsNode) {
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

TEST(PageGraph, WhatIsRightRunsBesideWhatIsWrong) {
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

TEST(PageGraph, NodesThatTensorFlowCouldNotLoad) {
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

TEST(PageGraph, LongCyclesAndSelfLoops) {
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

TEST(PageGraph, EmptyListsTakeTheKindOfTheDefinition) {
  AttrValue empty;
  empty.mutable_list();
  EXPECT_NE(test::Must(AttributeFromValue(empty, AttrKind::kStrings)).get<std::vector<std::string>>(),
            nullptr);
  EXPECT_NE(test::Must(AttributeFromValue(empty, AttrKind::kTypes)).get<std::vector<DataType>>(), nullptr);
  EXPECT_NE(test::Must(AttributeFromValue(empty, std::nullopt)).get<Ints>(), nullptr);
}

TEST(PageGraph, AttributesComeBack) {
  const std::vector<Attribute> attributes = {
      int64_t{-7},
      0.1F,
      true,
      "SAME",
      DT_BFLOAT16,
      PartialTensorShape({-1, 3}),
      PartialTensorShape(),
      Tensor::Of<float>({1, 2, 3}, {3}),
      Ints{1, 2},
      std::vector<float>{1.5F},
      std::vector<bool>{true, false},
      std::vector<std::string>{"a", ""},
      std::vector<DataType>{DT_INT8},
      std::vector<PartialTensorShape>{PartialTensorShape({2})},
      std::vector<Tensor>{Tensor::Of<int32_t>({5}, {1})},
  };
  for (const Attribute& attribute : attributes) {
    const AttrValue value = AttributeToValue(attribute);
    const Attribute again = test::Must(AttributeFromValue(value, std::nullopt), value.DebugString());
    EXPECT_EQ(again.variant().index(), attribute.variant().index());
    EXPECT_EQ(AttributeToValue(again).DebugString(), value.DebugString());
  }
}

TEST(PageGraph, AttributesThatAreNone) {
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

// The text is what TensorFlow 2.21's Scope::ToGraphDef prints for the same nodes.
TEST(PageGraph, WrittenAsTensorFlowDoes) {
  Graph graph;
  const auto add = [&](NodeSpec spec) {
    Node* node = nullptr;
    EXPECT_EQ(graph.AddNode(std::move(spec), &node), absl::OkStatus());
    return node;
  };
  Node* x =
      add({"x", "Placeholder", {}, {}, {{"dtype", DT_FLOAT}, {"shape", PartialTensorShape({-1, 4, 4, 1})}}});
  Node* c = add({"c", "Const", {}, {}, {{"dtype", DT_INT32}, {"value", Tensor::Of<int32_t>({7}, {})}}});
  Node* y = add({"y",
                 "AvgPool",
                 {{x, 0}},
                 {x, c},
                 {{"ksize", {1, 2, 2, 1}}, {"strides", {1, 2, 2, 1}}, {"padding", "SAME"}, {"_note", "hi"}},
                 "/cpu:0"});
  GraphDef def;
  graph.ToGraphDef(&def);
  EXPECT_EQ(def.DebugString(), R"(node {
  name: "x"
  op: "Placeholder"
  attr {
    key: "dtype"
    value {
      type: DT_FLOAT
    }
  }
  attr {
    key: "shape"
    value {
      shape {
        dim {
          size: -1
        }
        dim {
          size: 4
        }
        dim {
          size: 4
        }
        dim {
          size: 1
        }
      }
    }
  }
}
node {
  name: "c"
  op: "Const"
  attr {
    key: "dtype"
    value {
      type: DT_INT32
    }
  }
  attr {
    key: "value"
    value {
      tensor {
        dtype: DT_INT32
        tensor_shape {
        }
        int_val: 7
      }
    }
  }
}
node {
  name: "y"
  op: "AvgPool"
  input: "x"
  input: "^c"
  input: "^x"
  device: "/cpu:0"
  attr {
    key: "T"
    value {
      type: DT_FLOAT
    }
  }
  attr {
    key: "_note"
    value {
      s: "hi"
    }
  }
  attr {
    key: "data_format"
    value {
      s: "NHWC"
    }
  }
  attr {
    key: "ksize"
    value {
      list {
        i: 1
        i: 2
        i: 2
        i: 1
      }
    }
  }
  attr {
    key: "padding"
    value {
      s: "SAME"
    }
  }
  attr {
    key: "strides"
    value {
      list {
        i: 1
        i: 2
        i: 2
        i: 1
      }
    }
  }
}
library {
}
versions {
  producer: 2474
}
)");
  EXPECT_EQ(
      x->DebugString(),
      "{name:'x' id:2 op device:{requested: '', assigned: ''} def:{{{node x}} = Placeholder[dtype=DT_FLOAT, "
      "shape=[?,4,4,1]]()}}");
  EXPECT_EQ(c->DebugString(),
            "{name:'c' id:3 op device:{requested: '', assigned: ''} def:{{{node c}} = Const[dtype=DT_INT32, "
            "value=Tensor<type: int32 shape: [] values: 7>]()}}");
  EXPECT_EQ(
      y->DebugString(),
      "{name:'y' id:4 op device:{requested: '/cpu:0', assigned: ''} def:{{{node y}} = AvgPool[T=DT_FLOAT, "
      "_note=\"hi\", data_format=\"NHWC\", ksize=[1, 2, 2, 1], padding=\"SAME\", strides=[1, 2, 2, 1], "
      "_device=\"/cpu:0\"](x, ^x, ^c)}}");
}

TEST(PageGraph, ExtrasAndMissingDefaultsSurvive) {
  const auto page = test::Must(Page::Load(kPages + "session.pbtxt"));
  ASSERT_TRUE(page->import().problems.empty());
  GraphDef def, again;
  page->graph().ToGraphDef(&def);
  EXPECT_EQ(def.node(0).attr().at("_generator").s(), "ramp start=1");
  EXPECT_EQ(def.node(2).attr().at("data_format").s(), "NDHWC");
  ImportGraph(def).graph->ToGraphDef(&again);
  EXPECT_EQ(again.DebugString(), def.DebugString());
}

TEST(PageGraph, TheSessionOfThePage) {
  const auto page = test::Must(Page::Load(kPages + "session.pbtxt"));
  PageRun run(page);
  for (int step = 1; step <= 3; ++step) {
    const auto results = test::Must(run.Run({}));
    ASSERT_EQ(results.size(), 2u);
    EXPECT_EQ(results[0].name, "pooled:0");
    EXPECT_EQ(results[0].tensor.values<float>()[0], 4.5);
    EXPECT_EQ(results[1].name, "total:0");
    EXPECT_EQ(results[1].tensor.values<float>()[2], 3 + 0.5F * static_cast<float>(step));
  }
  PageRequest request;
  request.feeds = {{"weights", Tensor::Of<float>({0, 0, 0}, {3})},
                   {"offset:0", Tensor::Of<float>({1, 2, 3}, {3})}};
  const auto results = test::Must(PageRun(page).Run(request));
  EXPECT_EQ(results[1].tensor.values<float>()[2], 3);
}

TEST(PageGraph, LargeValuesLieBesideThePage) {
  const Folder folder;
  GraphDef def;
  Tensor large = test::NewTensor(DT_FLOAT, {600, 500});
  large.mutable_values<float>()[7] = 3;
  NodeDef* node = def.add_node();
  node->set_name("a/large");
  node->set_op("Const");
  (*node->mutable_attr())["dtype"].set_type(DT_FLOAT);
  (*node->mutable_attr())["value"] = AttributeToValue(large);
  ASSERT_EQ(WritePage(folder / "page.pbtxt", def, "."), absl::OkStatus());
  const GraphDef written = test::Must(ReadPage(folder / "page.pbtxt"));
  EXPECT_EQ(written.node(0).op(), "Placeholder");
  EXPECT_EQ(written.node(0).attr().at("_file").s(), "page.data/a%2flarge.npy");
  EXPECT_LT(written.ByteSizeLong(), 500u);
  EXPECT_EQ(test::Must(ReadNpy(folder / "page.data/a%2flarge.npy")).values<float>()[7], 3);

  const auto page = test::Must(Page::Load(folder / "page.pbtxt"));
  EXPECT_EQ(test::Must(PageRun(page).Run({})).at(0).tensor.values<float>()[7], 3);

  SavePolicy embed;
  embed.embed = true;
  ASSERT_EQ(page->Save(folder / "whole.pb", embed), absl::OkStatus());
  EXPECT_EQ(test::Must(ReadPage(folder / "whole.pb")).SerializeAsString(), def.SerializeAsString());

  ASSERT_EQ(mkdir((folder / "other").c_str(), 0777), 0);
  ASSERT_EQ(page->Save(folder / "other/moved.pbtxt"), absl::OkStatus());
  const auto moved = test::Must(Page::Load(folder / "other/moved.pbtxt"));
  EXPECT_EQ(test::Must(PageRun(moved).Run({})).at(0).tensor.values<float>()[7], 3);
}

TEST(PageGraph, DataStaysBesideThePage) {
  for (const char* name : {"/etc/passwd", "../x.npy", "a/../../x.npy", "", "a//b"})
    EXPECT_FALSE(DataPath("folder", name).ok()) << name;
  EXPECT_EQ(test::Must(DataPath("folder", "page.data/x.npy")), "folder/page.data/x.npy");
  EXPECT_EQ(FileName("../a b:1"), "%2e.%2fa%20b%3a1");
}

TEST(PageGraph, DataOfTheWrongKind) {
  const Folder folder;
  ASSERT_EQ(WriteNpy(folder / "x.npy", Tensor::Of<float>({1, 2}, {2})), absl::OkStatus());
  const auto run = [&](const std::string& attrs) {
    const auto page = MakePage("node { name: 'x' op: 'Placeholder' " + attrs + "}", folder / "");
    PageRequest request;
    request.fetches = {"x"};
    return std::string(PageRun(page).Run(request).status().message());
  };
  const std::string float_type = "attr { key: 'dtype' value { type: DT_FLOAT } } ";
  EXPECT_EQ(run(float_type + "attr { key: '_file' value { s: 'x.npy' } }"), "");
  EXPECT_EQ(run("attr { key: 'dtype' value { type: DT_INT32 } } attr { key: '_file' value { s: 'x.npy' } }"),
            "Placeholder (x): _file `x.npy` holds float [2], but the node is int32 <unknown>.");
  EXPECT_EQ(run(float_type + "attr { key: '_generator' value { s: 'ramp' } }"),
            "Placeholder (x): _generator needs a shape that is known, and this one is <unknown>.");
  const std::string shape = "attr { key: 'shape' value { shape { dim { size: 2 } } } } ";
  EXPECT_EQ(run(float_type + shape + "attr { key: '_generator' value { s: 'rmap' } }"),
            "Placeholder (x): _generator is `rmap`; there is no such recipe. Did you mean ramp?");
}

TEST(PageGraph, Recipes) {
  const auto make = [](const std::string& recipe, const TensorShape& shape, DataType type = DT_FLOAT) {
    const absl::StatusOr<Tensor> tensor = Generate(recipe, type, shape, 0, "x");
    return tensor.ok() ? tensor->SummarizeValue(-1) : std::string(tensor.status().message());
  };
  EXPECT_EQ(make("ramp", {4}), "0 1 2 3");
  EXPECT_EQ(make("ramp start=1 step=-0.5", {3}, DT_HALF), "1 0.5 0");
  EXPECT_EQ(make("ramp step=100", {4}, DT_INT8), "0 100 127 127");
  EXPECT_EQ(make("checker", {2, 3}), "[0 1 0][1 0 1]");
  EXPECT_EQ(make("checker size=2 low=-1 axes=-1", {2, 4}), "[-1 -1 1 1][-1 -1 1 1]");
  EXPECT_EQ(make("ball", {4, 4}), "[0 1 1 0][1 1 1 1][1 1 1 1][0 1 1 0]");
  EXPECT_EQ(make("ball radius=0.5 inside=9 axes=1", {1, 4}), "[0 9 9 0]");
  EXPECT_EQ(make("gradient axis=1 high=3", {2, 4}), "[0 1 2 3][0 1 2 3]");
  EXPECT_EQ(make("gradient", {1, 2}), "[0 0]");
  EXPECT_EQ(make("gradient axis=2", {1, 2}),
            "is `gradient axis=2`; axis is none of a tensor of 2 dimensions.");
  EXPECT_EQ(make("checker axes=2", {1, 2}),
            "is `checker axes=2`; `axes=2` are no axes of a tensor of 2 dimensions.");
  EXPECT_EQ(make("ramp seed=1", {1}), "is `ramp seed=1`; ramp has the settings start, step.");
  EXPECT_EQ(make("ramp step=x", {1}), "is `ramp step=x`; `step=x` holds no number.");
  EXPECT_EQ(make("ramp", {1}, DT_STRING), "makes numbers, but the node is of type string.");
  EXPECT_EQ(make("", {1}),
            "is ``; there is no such recipe. There are ball, checker, gradient, normal, ramp, random.");
}

TEST(PageGraph, RandomRecipes) {
  const auto values = [](const std::string& recipe, uint64_t seed, const char* name) {
    const Tensor tensor = test::Must(Generate(recipe, DT_DOUBLE, {10000}, seed, name));
    return std::vector<double>(tensor.values<double>().begin(), tensor.values<double>().end());
  };
  // A seed of its own counts, else the run's and the node's name.
  EXPECT_EQ(values("random seed=3", 0, "a"), values("random seed=3", 1, "b"));
  EXPECT_NE(values("random", 0, "a"), values("random", 0, "b"));
  EXPECT_NE(values("random", 0, "a"), values("random", 1, "a"));
  for (const double value : values("random low=-2 high=3", 0, "x")) {
    EXPECT_GE(value, -2);
    EXPECT_LT(value, 3);
  }
  double sum = 0, squares = 0;
  for (const double value : values("normal mean=5 deviation=2", 0, "x")) {
    sum += value;
    squares += (value - 5) * (value - 5);
  }
  EXPECT_NEAR(sum / 10000, 5, 0.1);
  EXPECT_NEAR(squares / 10000, 4, 0.2);
}

TEST(PageGraph, TextOrBinaryByContent) {
  const GraphDef def = Parse(Unary("Neg", "b", "a"));
  EXPECT_EQ(Parse(def.SerializeAsString()).DebugString(), def.DebugString());
  EXPECT_EQ(Parse("\n\n # a page\n" + def.DebugString()).DebugString(), def.DebugString());
  EXPECT_EQ(Parse("").node_size(), 0);
  EXPECT_EQ(ParsePage("node { nmae: 'x' }").status().message(),
            "1:8: NodeDef has no field `nmae`; did you mean `name`?");
  EXPECT_TRUE(absl::StartsWith(ParsePage(std::string("\x0a\x7f\x01", 3)).status().message(),
                               "(read as binary) byte"));
  EXPECT_EQ(ReadPage(kPages).status().message(), kPages + " is a folder, not a page.");
  EXPECT_EQ(ReadPage("/none.pbtxt").status().message(),
            "/none.pbtxt cannot be read: No such file or directory.");
}

TEST(PageGraph, FailedSavesLeaveThePage) {
  const Folder folder;
  ASSERT_EQ(WritePage(folder / "page.pbtxt", Parse(Unary("Neg", "b", "a")), "."), absl::OkStatus());
  EXPECT_FALSE(WritePage(folder / "none/page.pbtxt", GraphDef(), ".").ok());
  ASSERT_EQ(mkdir((folder / "taken.pbtxt").c_str(), 0777), 0);
  EXPECT_FALSE(WritePage(folder / "taken.pbtxt", GraphDef(), ".").ok());
  EXPECT_EQ(std::system(("ls '" + (folder / "") + "' | grep -q new").c_str()), 256);  // nothing is left over
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

TEST(PageGraph, AHundredThousandNodes) {
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
