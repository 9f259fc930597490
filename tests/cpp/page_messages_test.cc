// The messages as C++ programs use them.
#include <gtest/gtest.h>

#include "page_random.h"
#include "voxgrad/page/graph_def.h"

namespace voxgrad {
namespace {

TEST(PageMessages, AGraphIsBuiltAsWithProtobuf) {
  GraphDef graph;
  NodeDef* x = graph.add_node();
  NodeDef* pool = graph.add_node();
  for (int i = 0; i < 100; ++i) graph.add_node();
  x->set_name("x");  // still there after the list has grown
  pool->set_op("AvgPool3D");
  *pool->add_input() = "x";
  pool->add_input("^y");
  (*pool->mutable_attr())["T"].set_type(DT_HALF);
  pool->mutable_attr()->insert({"padding", AttrValue()});
  EXPECT_EQ(graph.node_size(), 102);
  EXPECT_EQ(graph.node(0).name(), "x");
  EXPECT_EQ(graph.node(1).input_size(), 2);
  EXPECT_EQ(graph.node(1).input(1), "^y");
  EXPECT_EQ(graph.node(1).attr().at("T").type(), DT_HALF);
  EXPECT_TRUE(graph.node(1).attr().contains("padding"));
  EXPECT_EQ(graph.node(1).attr().find("ksize"), graph.node(1).attr().end());
  int count = 0;
  for (const NodeDef& node : graph.node()) count += node.op().empty() ? 1 : 0;
  EXPECT_EQ(count, 101);
  graph.mutable_node()->DeleteSubrange(2, 100);
  graph.mutable_node()->SwapElements(0, 1);
  EXPECT_EQ(graph.node_size(), 2);
  EXPECT_EQ(graph.node(1).name(), "x");
}

TEST(PageMessages, AnAttributeHoldsOneValue) {
  AttrValue value;
  EXPECT_EQ(value.value_case(), AttrValue::VALUE_NOT_SET);
  value.set_i(0);
  EXPECT_TRUE(value.has_i());
  EXPECT_EQ(value.value_case(), AttrValue::kI);
  value.mutable_list()->add_b(true);
  EXPECT_FALSE(value.has_i());
  EXPECT_EQ(value.i(), 0);
  EXPECT_EQ(value.list().b_size(), 1);
  EXPECT_EQ(value.s(), "");
  EXPECT_EQ(value.shape().dim_size(), 0);
  value.clear_s();  // is not what it holds
  EXPECT_TRUE(value.has_list());
  value.clear_list();
  EXPECT_EQ(value.value_case(), AttrValue::VALUE_NOT_SET);
}

TEST(PageMessages, CopiesAreDeep) {
  GraphDef graph = test::ConvolutionNet(2);
  const std::string text = graph.DebugString();
  GraphDef copy;
  copy.CopyFrom(graph);
  (*graph.mutable_node(0)->mutable_attr())["strides"].mutable_list()->set_i(0, 7);
  graph.mutable_node(1)->set_input(0, "z");
  EXPECT_EQ(copy.DebugString(), text);
  EXPECT_NE(graph.DebugString(), text);
  graph.Swap(&copy);
  EXPECT_EQ(graph.DebugString(), text);
  graph.mutable_node(0)->CopyFrom(graph.node(0));
  EXPECT_EQ(graph.DebugString(), text);
  graph.Clear();
  EXPECT_EQ(graph.ByteSizeLong(), 0u);
  EXPECT_FALSE(graph.has_versions());
}

TEST(PageMessages, MergeContinuesListsAndReplacesValues) {
  NodeDef a, b;
  a.set_name("a");
  a.add_input("x");
  (*a.mutable_attr())["T"].set_type(DT_HALF);
  (*a.mutable_attr())["N"].set_i(3);
  b.set_name("b");
  b.add_input("y");
  (*b.mutable_attr())["T"].set_type(DT_FLOAT);
  a.MergeFrom(b);
  EXPECT_EQ(a.name(), "b");
  EXPECT_EQ(a.input_size(), 2);
  EXPECT_EQ(a.attr().at("T").type(), DT_FLOAT);
  EXPECT_EQ(a.attr().at("N").i(), 3);
}

TEST(PageMessages, NumberLists) {
  TensorProto tensor;
  for (int i = 0; i < 1000; ++i) tensor.add_bool_val(i % 3 == 0);
  EXPECT_TRUE(*tensor.mutable_bool_val()->Mutable(999));
  tensor.set_bool_val(999, false);
  EXPECT_FALSE(tensor.bool_val(999));
  TensorProto copy = tensor;
  copy.mutable_bool_val()->Resize(2, true);
  copy.mutable_bool_val()->Resize(4, true);
  EXPECT_EQ(tensor.bool_val_size(), 1000);
  EXPECT_EQ(std::vector<bool>(copy.bool_val().begin(), copy.bool_val().end()),
            (std::vector<bool>{true, false, true, true}));
  const std::vector<float> values = {1, 2, 3};
  copy.mutable_float_val()->Add(values.begin(), values.end());
  EXPECT_EQ(copy.float_val().data()[2], 3);
  copy = TensorProto();
  EXPECT_EQ(copy.float_val_size(), 0);
}

// The tables are walked by number and by name, and the text reader keeps a bit for each row.
TEST(PageMessages, TablesAreInOrder) {
  std::vector<const MessageTable*> tables;
  test::CollectTables(GraphDef::Table(), &tables);
  EXPECT_EQ(tables.size(), 23u);
  for (const MessageTable* table : tables) {
    std::set<std::string> names;
    int last = 0;
    for (const Field& field : table->fields) {
      EXPECT_GT(field.number, last) << table->name;
      EXPECT_TRUE(names.insert(field.name).second) << table->name << "." << field.name;
      EXPECT_EQ(field.kind == Kind::kEnum, field.names != nullptr) << table->name << "." << field.name;
      last = field.number;
    }
    EXPECT_LE(table->fields.size(), 64u) << table->name;
  }
}

}  // namespace
}  // namespace voxgrad
