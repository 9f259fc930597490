// Random numbers: streams by their seeds, going on from run to run.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "graph/session.h"
#include "kernels/random/philox.h"
#include "support.h"
#include "voxgrad/threads.h"

namespace voxgrad::test {
namespace {

Tensor Draw(const std::string& op, const Ints& sizes, std::vector<NamedAttribute> attributes) {
  return Must(Call(op, {Tensor::Sizes(sizes)}, attributes)).at(0);
}

/// The test vectors of the authors' own implementation (Random123).
TEST(Philox, KnownAnswers) {
  EXPECT_EQ(Philox(0, 0)(0), (Philox::Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  const uint64_t ones = ~uint64_t{0};
  EXPECT_EQ(Philox(ones, ones)(ones), (Philox::Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

/// What TensorFlow 2.21 gives in two runs of one session.
TEST(RandomOps, AStreamGoesOnFromRunToRun) {
  const std::vector<std::vector<float>> uniform = {
      {0.9237366915f, 0.3704304695f, 0.9481984377f, 0.8158295155f, 0.5395640135f},
      {0.8628836870f, 0.3407667875f, 0.7693074942f, 0.5152323246f, 0.3295953274f}};
  const std::vector<std::vector<float>> truncated = {
      {0.2896220684f, -0.2734510601f, -0.2986593246f, 0.1310937405f, 0.1813212484f},
      {0.4571418464f, -0.2932099998f, -0.0692097917f, -0.7209293246f, -1.0894163847f}};
  const auto graph = std::make_shared<Graph>();
  const Tensor sizes = Tensor::Of<int32_t>({5}, {1});
  Node* shape = nullptr;
  ASSERT_TRUE(
      graph->AddNode({"shape", "Const", {}, {}, {{"value", sizes}, {"dtype", DT_INT32}}}, &shape).ok());
  std::vector<Endpoint> fetches;
  for (const char* op : {"RandomUniform", "TruncatedNormal"}) {
    Node* node = nullptr;
    ASSERT_TRUE(
        graph->AddNode({op, op, {{shape, 0}}, {}, {{"dtype", DT_FLOAT}, {"seed", 3}, {"seed2", 4}}}, &node)
            .ok());
    fetches.push_back({node, 0});
  }
  GraphSession session(graph);
  for (size_t run : {0, 1}) {
    std::vector<Tensor> results;
    ASSERT_TRUE(session.Run({{}, fetches, {}}, {}, {}, &results).ok());
    for (size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(results[0].values<float>()[i], uniform[run][i]) << run << " " << i;
      EXPECT_NEAR(results[1].values<float>()[i], truncated[run][i], 1e-6) << run << " " << i;
    }
  }
}

/// What TensorFlow 2.21 gives in two runs of one session, where a row does not end with a block.
TEST(RandomOps, MultinomialGoesOnFromRunToRun) {
  const std::vector<std::vector<int64_t>> wanted = {{1, 2, 1, 2, 0, 0, 0, 0, 2, 0, 2, 1, 1, 1, 1},
                                                    {1, 2, 1, 1, 1, 2, 0, 0, 0, 0, 1, 0, 1, 1, 0}};
  const auto graph = std::make_shared<Graph>();
  const auto constant = [&](const char* name, const Tensor& value) {
    Node* node = nullptr;
    EXPECT_TRUE(
        graph->AddNode({name, "Const", {}, {}, {{"value", value}, {"dtype", value.dtype()}}}, &node).ok());
    return Endpoint{node, 0};
  };
  const Endpoint logits =
      constant("logits", Tensor::Of<float>({0, 0.5f, 1, 1.5f, 0, 0.5f, 1, 1.5f, 0}, {3, 3}));
  const Endpoint samples = constant("samples", Tensor::Of<int32_t>({5}, TensorShape()));
  Node* drawn = nullptr;
  ASSERT_TRUE(
      graph->AddNode({"drawn", "Multinomial", {logits, samples}, {}, {{"seed", 3}, {"seed2", 4}}}, &drawn)
          .ok());
  GraphSession session(graph);
  for (const std::vector<int64_t>& expected : wanted) {
    std::vector<Tensor> results;
    ASSERT_TRUE(session.Run({{}, {{drawn, 0}}, {}}, {}, {}, &results).ok());
    const auto values = results[0].values<int64_t>();
    EXPECT_EQ(std::vector<int64_t>(values.begin(), values.end()), expected);
  }
}

TEST(RandomOps, ThreadsDoNotChangeABit) {
  for (const char* op : {"RandomUniform", "RandomStandardNormal", "TruncatedNormal"}) {
    std::vector<Tensor> draws;
    for (int threads : {1, 3}) {
      SetNumThreads(threads);
      draws.push_back(Draw(op, {300'001}, {{"dtype", DT_FLOAT}, {"seed", 9}}));
    }
    SetNumThreads(0);
    for (size_t i = 0; i < 300'001; ++i)
      ASSERT_EQ(draws[0].values<float>()[i], draws[1].values<float>()[i]) << op << " " << i;
  }
}

TEST(RandomOps, HaveTheirMoments) {
  struct Case {
    const char* op;
    double mean, variance, most;
  };
  for (const Case& wanted : {Case{"RandomUniform", 0.5, 1.0 / 12, 1}, Case{"RandomStandardNormal", 0, 1, 7},
                             Case{"TruncatedNormal", 0, 0.7737, 2}}) {
    const Tensor draw = Draw(wanted.op, {400, 500}, {{"dtype", DT_DOUBLE}, {"seed", 1}, {"seed2", 2}});
    double sum = 0, squares = 0;
    for (double value : draw.values<double>()) {
      EXPECT_LT(std::abs(value), wanted.most);
      sum += value;
      squares += value * value;
    }
    const double count = 200'000, mean = sum / count;
    EXPECT_NEAR(mean, wanted.mean, 0.01) << wanted.op;
    EXPECT_NEAR(squares / count - mean * mean, wanted.variance, 0.01) << wanted.op;
  }
}

TEST(RandomOps, WithoutSeedsNoTwoAreAlike) {
  const Tensor a = Draw("RandomUniform", {4}, {{"dtype", DT_DOUBLE}});
  const Tensor b = Draw("RandomUniform", {4}, {{"dtype", DT_DOUBLE}});
  EXPECT_NE(std::vector<double>(a.values<double>().begin(), a.values<double>().end()),
            std::vector<double>(b.values<double>().begin(), b.values<double>().end()));
}

TEST(RandomOps, MultinomialDrawsByWeight) {
  const float minus = -HUGE_VALF;
  const Tensor logits = Tensor::Of<float>(
      {std::log(1.0f), std::log(3.0f), minus, std::log(4.0f), 0, minus, minus, minus}, {2, 4});
  const Tensor samples = Tensor::Of<int32_t>({40'000}, TensorShape());
  const Tensor drawn = Must(Call("Multinomial", {logits, samples}, {{"seed", 5}})).at(0);
  ASSERT_EQ(drawn.shape(), TensorShape({2, 40'000}));
  double counts[4] = {};
  for (size_t i = 0; i < 40'000; ++i) {
    ++counts[drawn.values<int64_t>()[i]];
    ASSERT_EQ(drawn.values<int64_t>()[40'000 + i], 0);
  }
  EXPECT_NEAR(counts[0] / 40'000, 0.125, 0.01);
  EXPECT_NEAR(counts[1] / 40'000, 0.375, 0.01);
  EXPECT_EQ(counts[2], 0);
  EXPECT_NEAR(counts[3] / 40'000, 0.5, 0.01);
}

}  // namespace
}  // namespace voxgrad::test
