// What a session holds never changes through a tensor that it handed out or was given, and what it handed out
// never changes afterwards. Packed weights follow a variable, whoever writes to it.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/memory.h"
#include "graph/session.h"
#include "support.h"
#include "voxgrad/call.h"
#include "voxgrad/client_session.h"
#include "voxgrad/const_op.h"
#include "voxgrad/graph.h"
#include "voxgrad/node_def_util.h"
#include "voxgrad/page/graph_def.h"
#include "voxgrad/scope.h"
#include "voxgrad/util/tensor_util.h"

namespace voxgrad::test {
namespace {

const TensorShape kWeights({3, 3, 8, 16});  // large enough for packed forms to be kept

Tensor Filled(float value, const TensorShape& shape = kWeights) {
  Tensor tensor = NewTensor(DT_FLOAT, shape);
  std::ranges::fill(tensor.mutable_values<float>(), value);
  return tensor;
}

/// Writes to the memory in the way that tells nobody.
void Overwrite(const Tensor& tensor, float value) {
  std::fill_n(static_cast<float*>(tensor.data()), tensor.NumElements(), value);
}

float First(const Tensor& tensor) { return tensor.NumElements() == 0 ? -1 : tensor.values<float>()[0]; }

class HeldValues : public testing::Test {
 protected:
  Node* Add(const std::string& op, std::vector<Endpoint> inputs,
            std::vector<NamedAttribute> attributes = {}) {
    Node* node = nullptr;
    const std::string name = absl::StrCat("node", graph_->num_op_nodes());
    const absl::Status status =
        graph_->AddNode({name, op, std::move(inputs), {}, std::move(attributes)}, &node);
    EXPECT_TRUE(status.ok()) << status;
    return node;
  }
  Node* Constant(Tensor value) {
    const DataType type = value.dtype();
    return Add("Const", {}, {{"value", std::move(value)}, {"dtype", type}});
  }
  Node* Variable() {
    return Add("VariableV2", {}, {{"shape", PartialTensorShape(kWeights)}, {"dtype", DT_FLOAT}});
  }
  /// The sum over all elements of a convolution of ones: 72 products of a weight in each of 2·2·16 sums.
  Node* Convolution(Node* weights) {
    Node* image = Constant(Filled(1, TensorShape({1, 4, 4, 8})));
    return Add("Conv2D", {{image, 0}, {weights, 0}}, {{"strides", Ints{1, 1, 1, 1}}, {"padding", "VALID"}});
  }
  Node* Sum(Node* of) {
    const Tensor axes = Tensor::Sizes({0, 1, 2, 3});
    return Add("Sum", {{of, 0}, {Constant(axes), 0}});
  }

  using Feeds = std::vector<std::pair<Node*, Tensor>>;
  std::vector<Tensor> Run(const std::vector<Node*>& fetches, const Feeds& feeds = {}) {
    RunRequest request;
    std::vector<Tensor> values, outputs;
    for (const auto& [node, value] : feeds) {
      request.feeds.push_back({node, 0});
      values.push_back(value);
    }
    for (Node* node : fetches) request.fetches.push_back({node, 0});
    const absl::Status status = session_.Run(request, values, {}, &outputs);
    EXPECT_TRUE(status.ok()) << status;
    outputs.resize(fetches.size());
    return outputs;
  }
  /// Both users of the weights see this value in all of them.
  void ExpectWeights(Node* conv, Node* sum, float value) {
    const std::vector<Tensor> outputs = Run({conv, sum});
    EXPECT_EQ(First(outputs[0]), 72 * value);
    EXPECT_EQ(First(outputs[1]), 1152 * value);
  }

  std::shared_ptr<Graph> graph_ = std::make_shared<Graph>();
  GraphSession session_{graph_};
};

TEST_F(HeldValues, AConstantStaysWhenItsFetchedValueIsOverwritten) {
  Node* weights = Constant(Filled(1));
  Node* conv = Convolution(weights);
  Node* sum = Sum(weights);
  ExpectWeights(conv, sum, 1);
  const Tensor fetched = Run({weights})[0];
  Overwrite(fetched, 2);
  ExpectWeights(conv, sum, 1);
  EXPECT_EQ(First(fetched), 2);
}

TEST_F(HeldValues, AVariableStaysWhenItsFetchedValueIsOverwritten) {
  Node* variable = Variable();
  Node* conv = Convolution(variable);
  Node* sum = Sum(variable);
  Run({Add("Assign", {{variable, 0}, {Constant(Filled(1)), 0}})});
  for (int i = 0; i < 3; ++i) ExpectWeights(conv, sum, 1);
  Overwrite(Run({variable})[0], 2);
  ExpectWeights(conv, sum, 1);
}

TEST_F(HeldValues, SoItIsThroughViews) {
  Node* constant = Constant(Filled(1));
  Node* variable = Variable();
  Run({Add("Assign", {{variable, 0}, {constant, 0}})});
  for (Node* weights : {constant, variable}) {
    SCOPED_TRACE(weights->type_string());
    Node* conv = Convolution(weights);
    Node* sum = Sum(weights);
    Node* sizes = Constant(Tensor::Sizes({-1}));
    Node* flat = Add("Reshape", {{weights, 0}, {sizes, 0}});
    const std::vector<Node*> views = {
        Add("Identity", {{weights, 0}}),
        Add("IdentityN", {{weights, 0}}, {{"T", std::vector<DataType>{DT_FLOAT}}}),
        Add("StopGradient", {{weights, 0}}),
        Add("PreventGradient", {{weights, 0}}),
        Add("PlaceholderWithDefault", {{weights, 0}}, {{"shape", PartialTensorShape(kWeights)}}),
        Add("ExpandDims", {{weights, 0}, {Constant(Tensor(0)), 0}}),
        Add("Squeeze", {{weights, 0}}),
        flat,
        Add("Identity", {{flat, 0}}),
        Add("Slice", {{flat, 0}, {Constant(Tensor::Sizes({0})), 0}, {Constant(Tensor::Sizes({-1})), 0}}),
    };
    for (Node* view : views) {
      ExpectWeights(conv, sum, 1);
      Overwrite(Run({view})[0], 2);
      SCOPED_TRACE(view->type_string());
      ExpectWeights(conv, sum, 1);
    }
    // All in one run: no two of them lie in the same memory.
    const std::vector<Tensor> fetched = Run(views);
    for (const Tensor& tensor : fetched) EXPECT_EQ(First(tensor), 1);
    Overwrite(fetched[0], 2);
    for (size_t i = 1; i < fetched.size(); ++i) EXPECT_EQ(First(fetched[i]), 1) << i;
    ExpectWeights(conv, sum, 1);
  }
}

TEST_F(HeldValues, WhatIsFedStaysTheCallers) {
  Node* x = Add("Placeholder", {}, {{"dtype", DT_FLOAT}, {"shape", PartialTensorShape(kWeights)}});
  Node* same = Add("Identity", {{x, 0}});
  Node* variable = Variable();
  Node* assign = Add("Assign", {{variable, 0}, {x, 0}});
  Node* conv = Convolution(variable);
  Node* sum = Sum(variable);
  const Tensor fed = Filled(1);
  const std::vector<Tensor> outputs = Run({x, same, assign}, {{x, fed}});
  for (int i = 0; i < 3; ++i) ExpectWeights(conv, sum, 1);
  Overwrite(fed, 3);
  for (const Tensor& output : outputs) EXPECT_EQ(First(output), 1) << "the caller wrote to what was fed";
  ExpectWeights(conv, sum, 1);
  for (const Tensor& output : outputs) Overwrite(output, 2);
  EXPECT_EQ(First(fed), 3) << "the caller wrote to what was fetched";
  ExpectWeights(conv, sum, 1);
}

TEST_F(HeldValues, AVariableIsNoViewOfItsInitialValue) {
  Node* constant = Constant(Filled(1));
  Node* variable = Variable();
  Node* assign = Add("Assign", {{variable, 0}, {constant, 0}});
  Node* add = Add("AssignAdd", {{variable, 0}, {constant, 0}});
  Node* conv = Convolution(constant);
  Node* sum = Sum(constant);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(First(Run({assign})[0]), 1);
    EXPECT_EQ(First(Run({add})[0]), 2);
    ExpectWeights(conv, sum, 1);
    Overwrite(Run({variable})[0], 9);
    EXPECT_EQ(First(Run({add})[0]), 3);
    ExpectWeights(conv, sum, 1);
  }
}

TEST_F(HeldValues, WhatWasFetchedStaysWhenTheVariableIsWritten) {
  Node* variable = Variable();
  Node* one = Constant(Filled(1));
  Node* same = Add("Identity", {{variable, 0}});
  Node* add = Add("AssignAdd", {{variable, 0}, {one, 0}});
  Node* step = Add("ApplyGradientDescent", {{variable, 0}, {Constant(Tensor(1.0f)), 0}, {one, 0}});
  const Tensor assigned = Run({Add("Assign", {{variable, 0}, {one, 0}})})[0];
  const Tensor fetched = Run({variable})[0], view = Run({same})[0];
  for (int i = 0; i < 3; ++i) EXPECT_EQ(First(Run({add})[0]), 2 + i);
  const Tensor later = Run({variable})[0];
  for (int i = 0; i < 2; ++i) EXPECT_EQ(First(Run({step})[0]), 3 - i);
  for (const Tensor& tensor : {assigned, fetched, view}) EXPECT_EQ(First(tensor), 1);
  EXPECT_EQ(First(later), 4);
}

TEST_F(HeldValues, PackedWeightsFollowAVariableWhoeverWritesToIt) {
  Node* variable = Variable();
  Node* conv = Convolution(variable);
  Node* sum = Sum(variable);
  Node* one = Constant(Filled(1));
  Node* rate = Constant(Tensor(1.0f));
  Run({Add("Assign", {{variable, 0}, {one, 0}})});
  float value = 1;
  for (const auto& [op, change] : std::vector<std::pair<std::string, float>>{
           {"AssignAdd", 1}, {"AssignSub", -1}, {"Assign", 0}, {"ApplyGradientDescent", -1}}) {
    SCOPED_TRACE(op);
    std::vector<Endpoint> inputs = {{variable, 0}};
    if (op == "ApplyGradientDescent") inputs.push_back({rate, 0});
    inputs.push_back({one, 0});
    Node* write = Add(op, inputs);
    for (int i = 0; i < 3; ++i) ExpectWeights(conv, sum, value);
    Run({write});
    value += change;
    for (int i = 0; i < 3; ++i) ExpectWeights(conv, sum, value);
  }
}

TEST_F(HeldValues, AttributesAreTheGraphsOwn) {
  Tensor given = Filled(1);
  Node* weights = Constant(given);
  Node* conv = Convolution(weights);
  Node* sum = Sum(weights);
  ExpectWeights(conv, sum, 1);
  Overwrite(given, 2);
  ExpectWeights(conv, sum, 1);
  Tensor read;
  ASSERT_TRUE(GetNodeAttr(weights->attrs(), "value", &read).ok());
  EXPECT_EQ(First(read), 1);
  Overwrite(read, 3);
  ExpectWeights(conv, sum, 1);
  GraphDef def;
  graph_->ToGraphDef(&def);
  ASSERT_TRUE(GetNodeAttr(AttrSlice(def.node(0)), "value", &read).ok());
  Overwrite(read, 4);
  Tensor again;
  ASSERT_TRUE(GetNodeAttr(AttrSlice(def.node(0)), "value", &again).ok());
  EXPECT_EQ(First(again), 1);
  ExpectWeights(conv, sum, 1);
}

TEST_F(HeldValues, AGraphThatWasCopiedSharesNothingWithATensor) {
  Tensor given = Filled(1);
  Constant(given);
  auto copy = std::make_shared<Graph>();
  ASSERT_TRUE(copy->Append(*graph_).ok());
  Overwrite(given, 2);
  GraphSession session(copy);
  std::vector<Tensor> outputs;
  ASSERT_TRUE(session.Run({{}, {{copy->FindNode("node0"), 0}}, {}}, {}, {}, &outputs).ok());
  EXPECT_EQ(First(outputs[0]), 1);
  Overwrite(outputs[0], 3);
  EXPECT_EQ(First(Run({graph_->FindNode("node0")})[0]), 1);
}

TEST_F(HeldValues, ValuesThatNobodyElseHoldsAreHandedOverWithoutACopy) {
  const TensorShape shape({int64_t{1} << 21});  // 8 MiB: such a block would be kept when it is freed
  Node* x = Add("Placeholder", {}, {{"dtype", DT_FLOAT}, {"shape", PartialTensorShape(shape)}});
  Node* twice = Add("Add", {{x, 0}, {x, 0}});
  Node* same = Add("Identity", {{twice, 0}});
  const Tensor fed = Filled(1, shape);
  MemoryCache::Clear();
  const std::vector<Tensor> outputs = Run({same}, {{x, fed}});
  EXPECT_EQ(MemoryCache::KeptBytes(), 0u) << "the sum was copied and freed";
  EXPECT_EQ(First(outputs[0]), 2);
  EXPECT_TRUE(outputs[0].RefCountIsOne());
}

TEST(HeldValuesOfAClient, StayWhatTheyAre) {
  Scope scope = Scope::NewRootScope();
  const Output weights = ops::Const(scope, Filled(1));
  const Output axes = ops::Const(scope, {0, 1, 2, 3});
  Node* sum = nullptr;
  ASSERT_TRUE(
      scope.graph()->AddNode({"sum", "Sum", {{weights.node(), 0}, {axes.node(), 0}}, {}, {}}, &sum).ok());
  const ClientSession session(scope);
  for (int i = 0; i < 2; ++i) {
    std::vector<Tensor> outputs;
    ASSERT_TRUE(session.Run({weights, Output(sum, 0)}, &outputs).ok());
    EXPECT_EQ(First(outputs[1]), 1152);
    Overwrite(outputs[0], 2);
  }
}

}  // namespace
}  // namespace voxgrad::test
