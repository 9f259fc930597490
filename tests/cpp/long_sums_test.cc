// Sums over millions of cells: added one after another in float they would lose digit after digit.
#include <gtest/gtest.h>

#include <random>

#include "support.h"

namespace voxgrad::test {
namespace {

constexpr double kLongSumError = 5e-6;

/// Between 0 and 1: nothing cancels, and the sum is far larger than what is added.
Tensor PositiveNumbers(const TensorShape& shape, unsigned seed) {
  Tensor tensor = NewTensor(DT_FLOAT, shape);
  std::mt19937 random(seed);
  auto* values = static_cast<float*>(tensor.data());
  for (int64_t i = 0; i < tensor.NumElements(); ++i)
    values[i] = static_cast<float>(random() >> 8) / static_cast<float>(1 << 24);
  return tensor;
}

/// Element k of a channel of some is at data[first + k·step].
struct LongLine {
  const Tensor& tensor;
  int64_t first, step;

  double at(int64_t k) const { return static_cast<const float*>(tensor.data())[first + k * step]; }
};

double DotInDouble(const LongLine& a, const LongLine& b, int64_t count) {
  double sum = 0;
  for (int64_t k = 0; k < count; ++k) sum += a.at(k) * b.at(k);
  return sum;
}

void ExpectNear(double given, double wanted, const std::string& what) {
  EXPECT_NEAR(given / wanted, 1, kLongSumError) << what;
}

void CheckProductSums(int64_t rows, int64_t columns, int64_t depth) {
  const Tensor a = PositiveNumbers({rows, depth}, 1), b = PositiveNumbers({depth, columns}, 2);
  const std::vector<Tensor> product = Must(Call("MatMul", {a, b}, {}));
  ASSERT_EQ(product.size(), 1u);
  const auto* values = static_cast<const float*>(product[0].data());
  for (int64_t i = 0; i < rows * columns; i += rows) {
    ExpectNear(values[i], DotInDouble({a, i / columns * depth, 1}, {b, i % columns, columns}, depth),
               absl::StrCat("MatMul ", rows, "x", depth, "x", columns, " at ", i));
  }
}

TEST(LongSums, Products) {
  CheckProductSums(1, 1, 1 << 22);
  CheckProductSums(1, 3, 1 << 21);
  CheckProductSums(3, 1, 1 << 21);
  CheckProductSums(2, 17, 1 << 20);
  CheckProductSums(230, 2, 1 << 17);
  CheckProductSums(2, 230, 1 << 17);
}

/// Of one channel to two, of a window whose middle sees every cell of the volume at its own place.
void CheckFilterGradient(int64_t window, bool channels_first) {
  constexpr int64_t kSize = 160, kCells = kSize * kSize * kSize;
  const auto volume = [&](int64_t channels, unsigned seed) {
    return PositiveNumbers(channels_first ? TensorShape{1, channels, kSize, kSize, kSize}
                                          : TensorShape{1, kSize, kSize, kSize, channels},
                           seed);
  };
  const Tensor in = volume(1, 3), grad = volume(2, 4);
  const std::vector<Tensor> result =
      Must(Call("Conv3DBackpropFilterV2", {in, Tensor::Sizes({window, window, window, 1, 2}), grad},
                {{"strides", {1, 1, 1, 1, 1}},
                 {"padding", "SAME"},
                 {"data_format", channels_first ? "NCDHW" : "NDHWC"}}));
  ASSERT_EQ(result.size(), 1u);
  const int64_t middle = window * window * window / 2;
  for (int64_t c = 0; c < 2; ++c) {
    const LongLine channel = {grad, channels_first ? c * kCells : c, channels_first ? 1 : 2};
    ExpectNear(static_cast<const float*>(result[0].data())[middle * 2 + c],
               DotInDouble({in, 0, 1}, channel, kCells),
               absl::StrCat("a window of ", window, channels_first ? ", channels first" : ", channels last"));
  }
}

TEST(LongSums, FilterGradients) {
  for (const int64_t window : {1, 3}) {
    for (const bool channels_first : {false, true}) CheckFilterGradient(window, channels_first);
  }
}

TEST(LongSums, RunningTotals) {
  constexpr int64_t kCount = 1 << 22;
  const Tensor in = PositiveNumbers({kCount}, 5);
  for (const bool reverse : {false, true}) {
    const std::vector<Tensor> totals = Must(Call("Cumsum", {in, Tensor::Of<int32_t>({0}, TensorShape({}))},
                                                 {{"exclusive", false}, {"reverse", reverse}}));
    ASSERT_EQ(totals.size(), 1u);
    double wanted = 0;
    for (int64_t k = 0; k < kCount; ++k) {
      const int64_t place = reverse ? kCount - 1 - k : k;
      wanted += LongLine{in, 0, 1}.at(place);
      if (k % 12'345 == 0) ExpectNear(LongLine{totals[0], 0, 1}.at(place), wanted, absl::StrCat("total ", k));
    }
  }
}

}  // namespace
}  // namespace voxgrad::test
