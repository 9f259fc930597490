// Packed weights that sessions keep: made once, and never used for values that are no longer there.
#include "core/kept_forms.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <thread>

#include "absl/strings/str_cat.h"
#include "core/parallel.h"
#include "graph/session.h"
#include "support.h"
#include "voxgrad/call.h"
#include "voxgrad/const_op.h"
#include "voxgrad/graph.h"
#include "voxgrad/scope.h"
#include "voxgrad/util/tensor_util.h"

namespace voxgrad::test {
namespace {

Tensor Sawtooth(const TensorShape& shape, float first) {
  Tensor tensor(DT_FLOAT, shape);
  float value = first;
  for (float& number : tensor.mutable_values<float>()) {
    number = value;
    value = value > 2 ? -2 : value + 0.125f;
  }
  return tensor;
}

TEST(KeptForms, AreMadeOnceForMemoryThatIsHeld) {
  const Tensor weights = Sawtooth({64}, 0);
  EXPECT_FALSE(KeptForms(weights).are_kept());
  const size_t before = KeptForms::Bytes();
  {
    const HeldConstant held(weights), again(weights);
    const KeptForms forms(weights);
    ASSERT_TRUE(forms.are_kept());
    Exec exec;
    EXPECT_FALSE(KeptForms(weights.data()).are_kept()) << "of memory that nothing is known of";
    int made = 0;
    const auto make = [&](void* memory) { std::memset(memory, ++made, 128); };
    const auto first = forms.Get(exec, {1, 2}, 128, make);
    EXPECT_EQ(forms.Get(exec, {1, 2}, 128, make), first);
    EXPECT_NE(forms.Get(exec, {1, 3}, 128, make), first);
    EXPECT_EQ(made, 2);
    EXPECT_EQ(static_cast<const char*>(first->data())[127], 1);
    EXPECT_EQ(KeptForms::Bytes(), before + 256);
    EXPECT_EQ(forms.Get(exec, {4}, KeptForms::kMostBytes, make), nullptr) << "more than there may be";
  }
  EXPECT_FALSE(KeptForms(weights).are_kept());
  EXPECT_EQ(KeptForms::Bytes(), before);
}

TEST(KeptForms, ArePartsOwnAndDroppedByAWrite) {
  Tensor weights = Sawtooth({4, 16}, 0);
  const HeldConstant held(weights);
  const size_t before = KeptForms::Bytes();
  int made = 0;
  const auto make = [&](void*) { ++made; };
  Exec exec;
  const auto get = [&](const Tensor& tensor) { return KeptForms(tensor).Get(exec, {1}, 64, make); };
  const BufferRef whole = get(weights), part = get(weights.Slice(1, 3));
  EXPECT_NE(whole, part) << "a part begins elsewhere";
  EXPECT_EQ(get(weights.Slice(0, 2)), whole) << "the sizes are the key's";
  EXPECT_EQ(made, 2);
  EXPECT_EQ(KeptForms::Bytes(), before + 128);
  const uint64_t version = weights.buffer()->version();
  weights.Slice(1, 2).mutable_values<float>()[0] = 5;
  EXPECT_GT(weights.buffer()->version(), version);
  EXPECT_EQ(KeptForms::Bytes(), before);
  get(weights);
  EXPECT_EQ(made, 3);
}

TEST(KeptForms, AreNotKeptWhenTheMemoryWasWrittenToMeanwhile) {
  Tensor weights = Sawtooth({64}, 0);
  const HeldConstant held(weights);
  const size_t before = KeptForms::Bytes();
  std::thread writer;
  Exec exec;
  KeptForms(weights).Get(exec, {}, 64, [&](void*) {
    const uint64_t version = weights.buffer()->version();
    writer = std::thread([&] { weights.MarkWritten(); });
    while (weights.buffer()->version() == version) std::this_thread::yield();
  });
  writer.join();
  EXPECT_EQ(KeptForms::Bytes(), before);
}

TEST(KeptForms, AreNotKeptWhenTheirMakingWasInterrupted) {
  const Tensor weights = Sawtooth({64}, 0);
  const HeldConstant held(weights);
  int made = 0;
  const auto make = [&](void*) { ++made; };
  {
    Exec exec;
    exec.SetOutOfMemory();
    EXPECT_NE(KeptForms(weights).Get(exec, {}, 64, make), nullptr);
  }
  Exec exec;
  KeptForms(weights).Get(exec, {}, 64, make);
  KeptForms(weights).Get(exec, {}, 64, make);
  EXPECT_EQ(made, 2);
}

/// A convolution in a graph, of weights that are a variable, and its value called by itself.
class KeptWeights : public testing::TestWithParam<TensorShape> {
 protected:
  Node* Add(const std::string& op, std::vector<Endpoint> inputs, std::vector<NamedAttribute> attributes) {
    Node* node = nullptr;
    const std::string name = absl::StrCat("node", graph_->num_op_nodes());
    const absl::Status status =
        graph_->AddNode({name, op, std::move(inputs), {}, std::move(attributes)}, &node);
    EXPECT_TRUE(status.ok()) << status;
    return node;
  }
  Tensor Run(Node* fetch) {
    std::vector<Tensor> outputs;
    const absl::Status status = session_.Run({{}, {{fetch, 0}}, {}}, {}, {}, &outputs);
    EXPECT_TRUE(status.ok()) << status;
    return status.ok() ? outputs[0] : Tensor();
  }
  static std::vector<NamedAttribute> Attributes() {
    return {{"strides", std::vector<int64_t>{1, 1, 1, 1, 1}},
            {"padding", "SAME"},
            {"data_format", GetParam().dim_size(1) == 20 ? "NCDHW" : "NDHWC"}};
  }
  static void ExpectConvolution(const Tensor& got, const Tensor& image, const Tensor& weights) {
    const auto want = Call("Conv3D", {image, tensor::DeepCopy(weights)}, Attributes());
    ASSERT_TRUE(want.ok()) << want.status();
    EXPECT_EQ(got.tensor_data(), want->at(0).tensor_data());
  }

  std::shared_ptr<Graph> graph_ = std::make_shared<Graph>();
  GraphSession session_{graph_};
};

TEST_P(KeptWeights, OfAVariableFollowItsValue) {
  const TensorShape shape({3, 1, 1, 20, 32});
  const Tensor image = Sawtooth(GetParam(), 0.5f), old_weights = Sawtooth(shape, 0),
               new_weights = Sawtooth(shape, 1);
  const auto constant = [&](const Tensor& value) {
    return Endpoint{Add("Const", {}, {{"value", value}, {"dtype", DT_FLOAT}}), 0};
  };
  const Endpoint variable = {
      Add("VariableV2", {}, {{"shape", PartialTensorShape(shape)}, {"dtype", DT_FLOAT}}), 0};
  Node* set_old = Add("Assign", {variable, constant(old_weights)}, {});
  Node* set_new = Add("Assign", {variable, constant(new_weights)}, {});
  Node* conv = Add("Conv3D", {constant(image), variable}, Attributes());
  Run(set_old);
  const size_t before = KeptForms::Bytes();
  for (int i = 0; i < 3; ++i) ExpectConvolution(Run(conv), image, old_weights);
  EXPECT_GT(KeptForms::Bytes(), before) << "nothing was kept";
  Run(set_new);
  EXPECT_EQ(KeptForms::Bytes(), before) << "forms of a value that is gone";
  for (int i = 0; i < 3; ++i) ExpectConvolution(Run(conv), image, new_weights);
  EXPECT_GT(KeptForms::Bytes(), before);
}

INSTANTIATE_TEST_SUITE_P(Layouts, KeptWeights,
                         testing::Values(TensorShape({1, 3, 8, 9, 20}), TensorShape({1, 20, 3, 8, 9})));

TEST(KeptMatrices, OfAConstantArePackedOnce) {
  const Tensor left = Sawtooth({500, 64}, 0.5f), right = Sawtooth({64, 96}, 0);
  const HeldConstant held(right);
  const size_t before = KeptForms::Bytes();
  for (int i = 0; i < 2; ++i) {
    const auto got = Call("MatMul", {left, right}, {}),
               want = Call("MatMul", {left, tensor::DeepCopy(right)}, {});
    ASSERT_TRUE(got.ok() && want.ok()) << got.status() << want.status();
    EXPECT_EQ(got->at(0).tensor_data(), want->at(0).tensor_data());
  }
  EXPECT_GT(KeptForms::Bytes(), before) << "nothing was kept";
}

TEST(Constants, AreTheGraphsOwn) {
  Scope scope = Scope::NewRootScope();
  Tensor value = Tensor::Of<float>({1, 2}, {2});
  const Output constant = ops::Const(scope, value);
  value.mutable_values<float>()[0] = 5;
  ASSERT_TRUE(scope.ok()) << scope.status();
  GraphSession session(std::shared_ptr<const Graph>(std::shared_ptr<void>(), scope.graph()));
  std::vector<Tensor> outputs;
  ASSERT_TRUE(session.Run({{}, {{constant.node(), 0}}, {}}, {}, {}, &outputs).ok());
  EXPECT_EQ(outputs[0].values<float>()[0], 1);
}

}  // namespace
}  // namespace voxgrad::test
