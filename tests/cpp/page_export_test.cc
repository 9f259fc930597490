// Graphs as pages: byte for byte as TensorFlow writes them, and nothing lost.
#include <gtest/gtest.h>

#include "page/graph/attribute_value.h"
#include "page/graph/import_graph.h"
#include "page_support.h"
#include "voxgrad/node_def_util.h"

namespace voxgrad {
namespace {

using test::kPages;
using test::MakePage;
using test::ProblemTexts;

// The text is what TensorFlow 2.21's Scope::ToGraphDef prints for the same nodes.
TEST(PageExport, WrittenAsTensorFlowDoes) {
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

TEST(PageExport, EmptyListsTakeTheKindOfTheDefinition) {
  AttrValue empty;
  empty.mutable_list();
  EXPECT_NE(test::Must(AttributeFromValue(empty, AttrKind::kStrings)).get<std::vector<std::string>>(),
            nullptr);
  EXPECT_NE(test::Must(AttributeFromValue(empty, AttrKind::kTypes)).get<std::vector<DataType>>(), nullptr);
  EXPECT_NE(test::Must(AttributeFromValue(empty, std::nullopt)).get<Ints>(), nullptr);
}

TEST(PageExport, AttributesComeBack) {
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

TEST(PageExport, ExtrasAndMissingDefaultsSurvive) {
  const auto page = test::Must(Page::Load(kPages + "session.pbtxt"));
  ASSERT_TRUE(page->import().problems.empty());
  GraphDef def, again;
  page->graph().ToGraphDef(&def);
  EXPECT_EQ(def.node(0).attr().at("_generator").s(), "ramp start=1");
  EXPECT_EQ(def.node(2).attr().at("data_format").s(), "NDHWC");
  ImportGraph(def).graph->ToGraphDef(&again);
  EXPECT_EQ(again.DebugString(), def.DebugString());
}

// An attribute that no op looks at is whatever its page says.
TEST(PageExport, FunctionsInExtrasSurvive) {
  const std::string extras =
      "attr { key: '_call' value { func { name: 'f' attr { key: 'T' value { type: DT_INT8 } } } } } "
      "attr { key: '_calls' value { list { func { name: 'g' } func { name: 'h' } } } } "
      "attr { key: '_open' value { placeholder: 'T' } } "
      "attr { key: '_strange' value { type: 9999 } } ";
  const auto page = MakePage("node { name: 'n' op: 'NoOp' " + extras + "}");
  ASSERT_TRUE(page->import().problems.empty()) << ProblemTexts(*page)[0];
  GraphDef def;
  page->graph().ToGraphDef(&def);
  EXPECT_EQ(def.node(0).DebugString(), page->def().node(0).DebugString());
  EXPECT_EQ(
      SummarizeNode(*page->graph().FindNode("n")),
      "{{node n}} = NoOp[_call=f[T=DT_INT8], _calls=list { func { name: \"g\" } func { name: \"h\" } }, "
      "_open=$T, _strange=type: 9999]()");
}

}  // namespace
}  // namespace voxgrad
