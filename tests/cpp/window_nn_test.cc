// Pooling with argmax, dilation and fractional pooling: laws that tie them to the pooling ops, what differs
// from TensorFlow, and what they refuse.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "check/gradient_check.h"
#include "support.h"
#include "voxgrad/threads.h"

namespace voxgrad::test {
namespace {

using Attributes = std::vector<NamedAttribute>;

Tensor Eighths(DataType type, const TensorShape& shape, uint64_t seed) {
  Random random(seed);
  return Must(driver::RandomTensor(type, shape, driver::Values::kEighths, &random));
}

Tensor Special(const TensorShape& shape, uint64_t seed) {
  Random random(seed);
  return Must(driver::RandomTensor(DT_FLOAT, shape, driver::Values::kSpecial, &random));
}

std::string ErrorOf(const char* op, const std::vector<Tensor>& inputs, const Attributes& attributes) {
  const auto results = Call(op, inputs, attributes);
  return results.ok() ? "no error" : std::string(results.status().message());
}

struct Pooling {
  TensorShape shape;
  Attributes attributes;
};

std::vector<Pooling> Poolings() {
  std::vector<Pooling> list;
  for (const char* padding : {"SAME", "VALID"}) {
    list.push_back(
        {{2, 6, 5, 3}, {{"ksize", {1, 3, 2, 1}}, {"strides", {1, 2, 1, 1}}, {"padding", padding}}});
    list.push_back(
        {{1, 9, 4, 18}, {{"ksize", {1, 2, 4, 1}}, {"strides", {1, 3, 3, 1}}, {"padding", padding}}});
  }
  list.push_back({{1, 3, 3, 1}, {{"ksize", {1, 9, 1, 1}}, {"strides", {1, 1, 5, 1}}, {"padding", "SAME"}}});
  return list;
}

TEST(Argmax, IsTheWinnerOfMaxPool) {
  for (const Pooling& pooling : Poolings()) {
    for (const Tensor& in : {Eighths(DT_FLOAT, pooling.shape, 1), Special(pooling.shape, 2)}) {
      const Tensor max = Must(Call("MaxPool", {in}, pooling.attributes)).at(0);
      for (bool batch : {false, true}) {
        Attributes attributes = pooling.attributes;
        attributes.push_back({"include_batch_in_index", batch});
        const auto both = Must(Call("MaxPoolWithArgmax", {in}, attributes));
        EXPECT_TRUE(driver::SameBits(both[0], max));
        const int64_t of_image = in.NumElements() / in.dim_size(0);
        const int64_t of_result = max.NumElements() / in.dim_size(0);
        for (int64_t o = 0; o < max.NumElements(); ++o) {
          const int64_t first = batch ? 0 : o / of_result * of_image;
          const float found = in.values<float>()[static_cast<size_t>(
              first + both[1].values<int64_t>()[static_cast<size_t>(o)])];
          const float wanted = max.values<float>()[static_cast<size_t>(o)];
          EXPECT_TRUE(found == wanted || (std::isnan(found) && std::isnan(wanted)));
        }
      }
    }
  }
}

TEST(Argmax, GradientsAreThoseOfMaxPool) {
  for (const Pooling& pooling : Poolings()) {
    const Tensor in = Special(pooling.shape, 3);
    const auto both = Must(Call("MaxPoolWithArgmax", {in}, pooling.attributes));
    const Tensor grad = Eighths(DT_FLOAT, both[0].shape(), 4);
    const Tensor by_place =
        Must(Call("MaxPoolGradWithArgmax", {in, grad, both[1]}, pooling.attributes)).at(0);
    const Tensor by_value = Must(Call("MaxPoolGrad", {in, both[0], grad}, pooling.attributes)).at(0);
    EXPECT_TRUE(driver::Compare(by_place, by_value, {0}).ok());
    const Tensor picked =
        Must(Call("MaxPoolGradGradWithArgmax", {in, in, both[1]}, pooling.attributes)).at(0);
    EXPECT_TRUE(driver::SameBits(picked, both[0]));
  }
}

const Attributes kBlocks = {{"ksize", {1, 2, 2, 1}}, {"strides", {1, 2, 2, 1}}, {"padding", "VALID"}};

TEST(Argmax, APlaceOutsideItsImageIsRefused) {
  const Tensor in = Eighths(DT_FLOAT, {2, 2, 2, 1}, 1), grad = Eighths(DT_FLOAT, {2, 1, 1, 1}, 2);
  for (const char* op : {"MaxPoolGradWithArgmax", "MaxPoolGradGradWithArgmax"}) {
    const Tensor& sent = op[11] == 'W' ? grad : in;
    for (int64_t bad : {int64_t{-1}, int64_t{4}, std::numeric_limits<int64_t>::min()}) {
      const Tensor argmax = Tensor::Of<int64_t>({0, bad}, {2, 1, 1, 1});
      EXPECT_EQ(ErrorOf(op, {in, sent, argmax}, kBlocks),
                std::string(op) + ": argmax holds " + std::to_string(bad) +
                    " for image 1, but must be from 0 to 3: input is [2,2,2,1].");
    }
    Attributes whole = kBlocks;
    whole.push_back({"include_batch_in_index", true});
    EXPECT_EQ(ErrorOf(op, {in, sent, Tensor::Of<int32_t>({0, 3}, {2, 1, 1, 1})}, whole),
              std::string(op) + ": argmax holds 3 for image 1, but must be from 4 to 7: input is [2,2,2,1].");
    EXPECT_EQ(ErrorOf(op, {in, sent, Tensor::Of<int32_t>({0, 7}, {2, 1, 1, 1})}, whole), "no error");
    EXPECT_EQ(Call(op, {in, sent, Tensor::Of<int32_t>({0}, {1, 1, 1, 1})}, kBlocks).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
}

TEST(Argmax, ChannelsTakeNoPart) {
  const Tensor in = Eighths(DT_FLOAT, {1, 2, 2, 4}, 1);
  const auto depth = Call("MaxPoolWithArgmax", {in},
                          {{"ksize", {1, 1, 1, 2}}, {"strides", {1, 1, 1, 2}}, {"padding", "SAME"}});
  EXPECT_EQ(depth.status().code(), absl::StatusCode::kUnimplemented);
}

TEST(Dilation, WithAFilterOfZerosIsMaxPool) {
  for (const Pooling& pooling : Poolings()) {
    const Ints window = *pooling.attributes[0].value.get<Ints>();
    const Tensor in = Special(pooling.shape, 5);
    const Tensor filter = NewTensor(DT_FLOAT, {window[1], window[2], pooling.shape.dim_size(3)});
    const Attributes attributes = {pooling.attributes[1], pooling.attributes[2], {"rates", {1, 1, 1, 1}}};
    const Tensor out = Must(Call("Dilation2D", {in, filter}, attributes)).at(0);
    const Tensor max = Must(Call("MaxPool", {in}, pooling.attributes)).at(0);
    EXPECT_TRUE(driver::Compare(out, max, {0}).ok());
    const Tensor grad = Eighths(DT_FLOAT, out.shape(), 6);
    const Tensor back = Must(Call("Dilation2DBackpropInput", {in, filter, grad}, attributes)).at(0);
    const Tensor expected = Must(Call("MaxPoolGrad", {in, max, grad}, pooling.attributes)).at(0);
    EXPECT_TRUE(driver::Compare(back, expected, {0}).ok());
  }
}

const Attributes kPlain = {{"strides", {1, 1, 1, 1}}, {"rates", {1, 1, 1, 1}}, {"padding", "VALID"}};

TEST(Dilation, ANanWins) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Tensor in = Tensor::Of<float>({2, nan, 1}, {1, 1, 3, 1});
  const Tensor filter = Tensor::Of<float>({0, 0, 9}, {1, 3, 1});
  EXPECT_TRUE(std::isnan(Must(Call("Dilation2D", {in, filter}, kPlain)).at(0).values<float>()[0]));
  const Tensor one = Tensor::Of<float>({1}, {1, 1, 1, 1});
  const Tensor back = Must(Call("Dilation2DBackpropInput", {in, filter, one}, kPlain)).at(0);
  EXPECT_EQ(back.SummarizeValue(9), "[[[0][1][0]]]");
}

TEST(Dilation, AWindowInThePaddingAloneIsTheLowestNumberAndSendsNothing) {
  const Attributes attributes = {{"strides", {1, 1, 1, 1}}, {"rates", {1, 2, 2, 1}}, {"padding", "SAME"}};
  const Tensor in = Tensor::Of<float>({5}, {1, 1, 1, 1}), filter = Eighths(DT_FLOAT, {2, 2, 1}, 1);
  EXPECT_EQ(Must(Call("Dilation2D", {in, filter}, attributes)).at(0).values<float>()[0],
            std::numeric_limits<float>::lowest());
  for (const char* op : {"Dilation2DBackpropInput", "Dilation2DBackpropFilter"}) {
    const Tensor back = Must(Call(op, {in, filter, in}, attributes)).at(0);
    for (float value : back.values<float>()) EXPECT_EQ(value, 0);
  }
}

TEST(Dilation, HugeRatesAndWindowsLargerThanTheImage) {
  const Tensor in = Eighths(DT_DOUBLE, {1, 3, 3, 2}, 1), filter = Eighths(DT_DOUBLE, {3, 3, 2}, 2);
  const Attributes far = {
      {"strides", {1, 1, 1, 1}}, {"rates", {1, 2147483647, 2147483647, 1}}, {"padding", "SAME"}};
  const Tensor out = Must(Call("Dilation2D", {in, filter}, far)).at(0);
  for (size_t i = 0; i < out.values<double>().size(); ++i)  // only the middle tap lies on a cell
    EXPECT_EQ(out.values<double>()[i], in.values<double>()[i] + filter.values<double>()[8 + i % 2]);
  EXPECT_EQ(
      ErrorOf("Dilation2D", {in, filter}, {far[0], far[1], {"padding", "VALID"}}),
      "Dilation2D: filter is [3,3,2], and its 3 taps in H do not fit into input [1,3,3,2] with strides 1, "
      "rates 2147483647, VALID padding; use SAME or a smaller filter.");
  const Tensor none = NewTensor(DT_DOUBLE, {1, 0, 0, 2});
  for (const char* op : {"Dilation2DBackpropInput", "Dilation2DBackpropFilter"}) {
    const Tensor back = Must(Call(op, {in, filter, none}, {far[0], far[1], {"padding", "VALID"}})).at(0);
    for (double value : back.values<double>()) EXPECT_EQ(value, 0);
  }
}

TEST(Dilation, SaysWhatIsWrong) {
  const Tensor in = Eighths(DT_FLOAT, {1, 4, 4, 2}, 1), filter = Eighths(DT_FLOAT, {2, 2, 2}, 2);
  EXPECT_EQ(ErrorOf("Dilation2D", {in, Eighths(DT_FLOAT, {2, 2, 3}, 2)}, kPlain),
            "Dilation2D: filter is [2,2,3], but must have the 2 channels of input [1,4,4,2].");
  EXPECT_EQ(ErrorOf("Dilation2D", {in, NewTensor(DT_FLOAT, {0, 2, 2})}, kPlain),
            "Dilation2D: filter is [0,2,2]; height and width must be at least 1.");
  EXPECT_EQ(ErrorOf("Dilation2DBackpropFilter", {in, filter, in}, kPlain),
            "Dilation2DBackpropFilter: out_backprop is [1,4,4,2], but an input of [1,4,4,2] with a filter of "
            "[2,2,2], "
            "strides 1, VALID gives [1,3,3,2].");
  const auto twice = driver::GradientError(
      Must(driver::PrepareTyped(*FindOp("Dilation2D"), FindOp("Dilation2D")->example.arguments)), 1, 2);
  EXPECT_FALSE(twice.ok());
}

Attributes Seeded(const std::vector<float>& ratio, bool pseudo, bool overlapping) {
  return {{"pooling_ratio", ratio},
          {"pseudo_random", pseudo},
          {"overlapping", overlapping},
          {"deterministic", true},
          {"seed", 11},
          {"seed2", 12}};
}

TEST(Fractional, WholeRatiosAreOrdinaryPooling) {
  const Tensor in = Special({2, 6, 8, 3}, 7);
  for (bool pseudo : {false, true}) {
    const Attributes fractional = Seeded({1, 3, 2, 1}, pseudo, false);
    const Attributes whole = {{"ksize", {1, 3, 2, 1}}, {"strides", {1, 3, 2, 1}}, {"padding", "VALID"}};
    for (const auto& [op, plain] :
         {std::pair("FractionalMaxPool", "MaxPool"), {"FractionalAvgPool", "AvgPool"}}) {
      const Tensor out = Must(Call(op, {in}, fractional)).at(0);
      EXPECT_TRUE(driver::Compare(out, Must(Call(plain, {in}, whole)).at(0), {0x1p-22}).ok()) << op;
    }
  }
}

TEST(Fractional, EveryWindowHasTheWholePartOrOneMore) {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    const int64_t size = random.Int(1, 60);
    const int64_t windows = random.Int(1, size);
    const auto ratio = static_cast<float>(size) / static_cast<float>(windows);
    const Tensor in = NewTensor(DT_FLOAT, {1, size, 1, 1});
    for (bool pseudo : {false, true}) {
      const Attributes attributes = {{"pooling_ratio", std::vector<float>{1, ratio, 1, 1}},
                                     {"pseudo_random", pseudo}};
      const auto results = Must(Call("FractionalMaxPool", {in}, attributes));
      const auto bounds = results[1].values<int64_t>();
      const auto drawn = static_cast<int64_t>(bounds.size()) - 1;
      ASSERT_EQ(drawn, results[0].dim_size(1));
      EXPECT_EQ(bounds[0], 0);
      EXPECT_EQ(bounds[bounds.size() - 1], size);
      for (size_t w = 0; w + 1 < bounds.size(); ++w) {
        const int64_t cells = bounds[w + 1] - bounds[w];
        EXPECT_TRUE(cells == size / drawn || cells == size / drawn + 1) << size << " in " << drawn;
      }
    }
  }
}

TEST(Fractional, WithoutSeedsTheWindowsDiffer) {
  const Tensor in = NewTensor(DT_FLOAT, {1, 90, 1, 1});
  const Attributes attributes = {{"pooling_ratio", std::vector<float>{1, 1.5F, 1, 1}}};
  const Tensor first = Must(Call("FractionalAvgPool", {in}, attributes)).at(1);
  bool differs = false;
  for (int i = 0; i < 5; ++i)
    differs = differs || !driver::SameBits(first, Must(Call("FractionalAvgPool", {in}, attributes)).at(1));
  EXPECT_TRUE(differs);
}

TEST(Fractional, EmptyBatchesAndChannelsHaveAnAnswer) {
  for (const TensorShape& shape : {TensorShape({0, 4, 5, 2}), TensorShape({1, 4, 5, 0})}) {
    for (const char* op : {"FractionalMaxPool", "FractionalAvgPool"}) {
      const auto results = Must(Call(op, {NewTensor(DT_FLOAT, shape)}, Seeded({1, 2, 2, 1}, true, true)));
      EXPECT_EQ(results[0].shape(), TensorShape({shape.dim_size(0), 2, 2, shape.dim_size(3)}));
      EXPECT_EQ(results[1].SummarizeValue(9), "0 2 4");
    }
  }
}

TEST(Fractional, WrongBoundsAreRefused) {
  const Tensor in = Eighths(DT_FLOAT, {1, 4, 2, 1}, 1), out = Eighths(DT_FLOAT, {1, 2, 1, 1}, 2);
  const Tensor cols = Tensor::Of<int64_t>({0, 2}, {2}), sizes = Tensor::Of<int64_t>({1, 4, 2, 1}, {4});
  const auto both = [&](const Tensor& rows) {
    const std::string average = ErrorOf("FractionalAvgPoolGrad", {sizes, out, rows, cols}, {});
    const std::string maximum = ErrorOf("FractionalMaxPoolGrad", {in, out, out, rows, cols}, {});
    EXPECT_EQ(average.substr(average.find(':') + 1), maximum.substr(maximum.find(':') + 1));
    return average.substr(average.find(':') + 1);
  };
  EXPECT_EQ(both(Tensor::Of<int64_t>({0, 2, 5}, {3})),
            " row_pooling_sequence holds 5 at place 2, but its values must rise and lie from 0 to 4.");
  EXPECT_EQ(both(Tensor::Of<int64_t>({-1, 2, 4}, {3})),
            " row_pooling_sequence holds -1 at place 0, but its values must rise and lie from 0 to 4.");
  EXPECT_EQ(both(Tensor::Of<int64_t>({0, 2, 2}, {3})),
            " row_pooling_sequence holds 2 at place 2, but its values must rise and lie from 0 to 4.");
  EXPECT_EQ(
      both(Tensor::Of<int64_t>({0, 4}, {2})),
      " row_pooling_sequence has 2 values, but 2 windows need 3: where each begins, and where the last one "
      "ends.");
  EXPECT_EQ(both(Tensor::Of<int64_t>({0, 2, 4}, {3, 1})),
            " row_pooling_sequence has shape [3,1], but must be a vector.");
  const Tensor rows = Tensor::Of<int64_t>({0, 2, 4}, {3});
  const Tensor large = Tensor::Of<int64_t>({int64_t{1} << 40, int64_t{1} << 40, 2, 1}, {4});
  for (const Tensor& wrong :
       {large, Tensor::Of<int64_t>({1, -4, 2, 1}, {4}), Tensor::Of<int64_t>({1, 4}, {2})})
    EXPECT_EQ(ErrorArgument(Call("FractionalAvgPoolGrad", {wrong, out, rows, cols}, {}).status()),
              "orig_input_tensor_shape");
  EXPECT_EQ(ErrorArgument(Call("FractionalMaxPoolGrad", {in, in, out, rows, cols}, {}).status()),
            "row_pooling_sequence");
}

TEST(Fractional, WrongRatiosAreRefused) {
  const Tensor in = Eighths(DT_FLOAT, {1, 4, 4, 2}, 1);
  const auto error = [&](const std::vector<float>& ratio) {
    return ErrorOf("FractionalMaxPool", {in}, {{"pooling_ratio", ratio}});
  };
  EXPECT_EQ(error({1, 1.5F, 1}), "FractionalMaxPool: pooling_ratio is 1,1.5,1 (3 values), but needs 4.");
  EXPECT_EQ(error({1, 0.5F, 1, 1}),
            "FractionalMaxPool: pooling_ratio is 1,0.5,1,1; its entry for the height must be at least 1.");
  EXPECT_EQ(error({1, std::nanf(""), 1, 1}),
            "FractionalMaxPool: pooling_ratio is 1,nan,1,1; its entry for the height must be at least 1.");
  EXPECT_EQ(
      error({1, 1, HUGE_VALF, 1}),
      "FractionalMaxPool: value is [1,4,4,2]; its width of 4 must be at least the pooling_ratio of inf.");
  EXPECT_EQ(error({2, 1, 1, 1}),
            "FractionalMaxPool: pooling_ratio is 2,1,1,1; its entries for batch and channels must be 1.");
  EXPECT_EQ(
      ErrorOf("FractionalMaxPool", {in}, {{"pooling_ratio", {1, 2, 2, 1}}, {"seed2", 4}}),
      "FractionalMaxPool: seed2 is not 0, but deterministic is false; seeds count only when it is true.");
}

TEST(WindowNn, TheBitsDoNotDependOnTheThreads) {
  const Tensor in = RandomDoubles({3, 40, 30, 20}, 1), filter = RandomDoubles({3, 3, 20}, 2);
  const Tensor grad = RandomDoubles({3, 40, 30, 20}, 3);
  const Attributes same = {{"strides", {1, 1, 1, 1}}, {"rates", {1, 2, 1, 1}}, {"padding", "SAME"}};
  std::vector<std::vector<Tensor>> runs;
  for (int threads : {1, 2, 5}) {
    SetNumThreads(threads);
    std::vector<Tensor> results;
    for (const char* op : {"Dilation2DBackpropInput", "Dilation2DBackpropFilter"})
      results.push_back(Must(Call(op, {in, filter, grad}, same)).at(0));
    for (const char* op : {"FractionalMaxPool", "FractionalAvgPool"}) {
      const PreparedCall call = [&] {
        PreparedCall prepared{FindOp(op), {in}, {}};
        EXPECT_TRUE(
            FillSlots(*prepared.op, "", Seeded({1, 1.3F, 1.7F, 1}, true, true), &prepared.slots).ok());
        return prepared;
      }();
      const Tensor out = MustRun(call);
      results.push_back(out);
      results.push_back(Must(driver::Gradients(call, {out}))[0].at(0));
    }
    runs.push_back(std::move(results));
  }
  SetNumThreads(0);
  for (const auto& run : runs) {
    for (size_t i = 0; i < run.size(); ++i) EXPECT_TRUE(driver::SameBits(run[i], runs[0][i])) << i;
  }
}

}  // namespace
}  // namespace voxgrad::test
