// What can be given where an op takes an input.
#include <cstdint>
#include <initializer_list>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>

#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/tensor.pb.h"
#include "tensorflow/core/framework/tensor_testutil.h"

namespace tensorflow {
namespace {

Tensor Value(const Scope& scope, const Output& output) {
  std::vector<Tensor> outputs;
  TF_CHECK_OK(scope.status());
  TF_CHECK_OK(ClientSession(scope).Run({output}, &outputs));
  return outputs[0];
}

TEST(Inputs, NumbersListsAndTensors) {
  Scope root = Scope::NewRootScope();
  const Tensor tensor = test::AsTensor<float>({1, 2});
  EXPECT_EQ(Value(root, ops::Add(root, 1.5f, 2.0f)).DebugString(),
            "Tensor<type: float shape: [] values: 3.5>");
  EXPECT_EQ(Value(root, ops::Add(root, {1, 2}, 3)).DebugString(),
            "Tensor<type: int32 shape: [2] values: 4 5>");
  EXPECT_EQ(Value(root, ops::Add(root, tensor, {{1.f}, {2.f}})).DebugString(5),
            "Tensor<type: float shape: [2,2] values: [2 3][3 4]>");
  EXPECT_EQ(Value(root, ops::Add(root, Input(int64_t{5}), Input(int64_t{6}))).scalar<int64_t>()(), 11);
  EXPECT_EQ(Value(root, ops::Mul(root, {{{2.0}, {3.0}}}, {{{1.0, 2.0}}})).shape(), TensorShape({1, 2, 2}));
  EXPECT_EQ(Value(root, ops::Identity(root, "text")).scalar<tstring>()(), "text");
  EXPECT_EQ(Value(root, ops::Identity(root, std::string("more text"))).scalar<tstring>()(), "more text");
  EXPECT_EQ(Value(root, ops::Identity(root, Input::Initializer({1, 2, 3, 4}, {2, 2}))).DebugString(4),
            "Tensor<type: int32 shape: [2,2] values: [1 2][3 4]>");
  EXPECT_EQ(Value(root, ops::Identity(root, Input::Initializer(7.f, {3}))).NumElements(), 3);
}

TEST(Inputs, TypedConstants) {
  Scope root = Scope::NewRootScope();
  EXPECT_EQ(ops::Const<double>(root, 1).type(), DT_DOUBLE);
  EXPECT_EQ(ops::Const<float>(root, {{1, 2}, {3, 4}}).type(), DT_FLOAT);
  EXPECT_EQ(ops::Const<float>(root, 3.f).node()->type_string(), "Const");
  EXPECT_EQ(ops::Const<int64_t>(root, 3).node()->type_string(), "Cast");
  EXPECT_EQ(Value(root, ops::Const(root, 2.5, {2, 1})).shape(), TensorShape({2, 1}));
  EXPECT_EQ(Value(root, ops::Const(root, {1, 2, 3, 4, 5, 6}, {3, 2})).matrix<int>()(2, 0), 5);
  EXPECT_EQ(Value(root, ops::Const<float>(root, {})).NumElements(), 0);
  EXPECT_EQ(Value(root, ops::Const(root, Input::Initializer(test::AsScalar<int>(4)))).scalar<int>()(), 4);
}

TEST(Inputs, ConstantsAsMessages) {
  EXPECT_EQ(Input::Initializer(2.5f).AsTensorProto().float_val(0), 2.5f);
  const TensorProto list = Input::Initializer({{1, 2}, {3, 4}}).AsTensorProto();
  EXPECT_EQ(list.tensor_content().size(), 4 * sizeof(int));
  EXPECT_EQ(list.tensor_shape().dim_size(), 2);
}

TEST(Inputs, ListsOfInputs) {
  Scope root = Scope::NewRootScope();
  auto a = ops::Const(root, {1.f, 2.f});
  ops::Square b(root, a);
  const std::vector<Output> outputs = {a, b};
  const OutputList list(3, b);
  const std::vector<Input> inputs = {Input(a), Input({1.f, 1.f}), Input(b)};
  EXPECT_EQ(Value(root, ops::AddN(root, outputs)).vec<float>()(1), 6);
  EXPECT_EQ(Value(root, ops::AddN(root, list)).vec<float>()(1), 12);
  EXPECT_EQ(Value(root, ops::AddN(root, InputList(absl::Span<const Input>(inputs)))).vec<float>()(1), 7);
  EXPECT_EQ(Value(root, ops::AddN(root, {a, a})).vec<float>()(1), 4);
  EXPECT_EQ(Value(root, ops::AddN(root, std::initializer_list<Input>{a, b, {0.5f, 0.5f}})).vec<float>()(1),
            6.5);
  EXPECT_EQ(Value(root, ops::Concat(root, {a, b.y}, 0)).NumElements(), 4);
  EXPECT_EQ(Value(root, ops::Stack(root, outputs, ops::Stack::Axis(1))).shape(), TensorShape({2, 2}));
}

TEST(Inputs, OutputsAsKeys) {
  Scope root = Scope::NewRootScope();
  auto a = ops::Const(root.WithOpName("a"), 1.f);
  auto b = ops::Split(root, 0, {1.f, 2.f}, 2);
  std::unordered_map<Output, std::string, OutputHash> names = {{a, "a"}, {b[0], "first"}, {b[1], "second"}};
  EXPECT_EQ(names.at(Output(b.operation, 1)), "second");
  EXPECT_EQ(names.at(Output(a.node(), 0)), "a");
  std::unordered_set<Output, OutputHash> set(b.output.begin(), b.output.end());
  EXPECT_EQ(set.size(), 2U);
  EXPECT_EQ(set.count(a), 0U);
  EXPECT_EQ(b[1].name(), "Split:1");
  EXPECT_EQ(Output().node(), nullptr);
}

TEST(Inputs, WhatIsWrongStaysInTheStatus) {
  EXPECT_FALSE((Input::Initializer({{1.f, 2.f}, {3.f}}).status.ok()));
  EXPECT_FALSE((Input::Initializer({{Input::Initializer(1)}, {Input::Initializer(1.f)}}).status.ok()));
  EXPECT_EQ(Input::Initializer({1, 2, 3}, {2, 2}).status.message(),
            "Cannot construct a tensor with 4 from an initializer list with 3 elements");
  Scope root = Scope::NewRootScope();
  ops::Add(root, {{1.f, 2.f}, {3.f}}, 1.f);
  EXPECT_FALSE(root.ok());
  EXPECT_EQ(root.status().ToString().find("voxgrad/"), std::string::npos);
}

}  // namespace
}  // namespace tensorflow
