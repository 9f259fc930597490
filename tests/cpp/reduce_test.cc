// Reductions against plain loops: every pattern of axes, any number of threads.
#include "kernels/sums/reduce.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "core/type_list.h"
#include "plain_exec.h"
#include "voxgrad/tensor_shape.h"
#include "voxgrad/threads.h"

namespace voxgrad {
namespace {

int64_t SizesProduct(const Ints& sizes) {
  int64_t product = 1;
  for (int64_t size : sizes) product *= size;
  return product;
}

/// Which result element i of the input goes into.
int64_t ResultOf(const Ints& sizes, const std::vector<bool>& reduced, int64_t i) {
  int64_t place = 0;
  int64_t stride = 1;
  for (size_t k = sizes.size(); k-- > 0;) {
    const int64_t at = i % sizes[k];
    i /= sizes[k];
    if (reduced[k]) continue;
    place += at * stride;
    stride *= sizes[k];
  }
  return place;
}

int64_t ResultCount(const Ints& sizes, const std::vector<bool>& reduced) {
  int64_t count = 1;
  for (size_t k = 0; k < sizes.size(); ++k) count *= reduced[k] ? 1 : sizes[k];
  return count;
}

template <class T>
void CheckReduction(const Ints& sizes, const std::vector<bool>& reduced, unsigned seed) {
  std::mt19937 random(seed);
  const int64_t count = SizesProduct(sizes);
  std::vector<T> in(static_cast<size_t>(count));
  for (T& value : in) value = T(static_cast<int>(random() % 33) - (std::is_unsigned_v<T> ? 0 : 16));
  const size_t results = static_cast<size_t>(ResultCount(sizes, reduced));
  std::vector<double> sum(results), largest(results, -1e9), smallest(results, 1e9);
  for (int64_t i = 0; i < count; ++i) {
    const size_t at = static_cast<size_t>(ResultOf(sizes, reduced, i));
    const double value = static_cast<double>(in[static_cast<size_t>(i)]);
    sum[at] += value;
    largest[at] = std::max(largest[at], value);
    smallest[at] = std::min(smallest[at], value);
  }
  std::vector<T> out(results);
  const auto expect = [&](Reduction reduction, const std::vector<double>& wanted) {
    Reduce(test::Plainly(), reduction, DataTypeToEnum<T>::value, sizes, reduced, in.data(), out.data());
    for (size_t i = 0; i < results; ++i) {
      // What the type itself would make of it: sums of integers wrap, those of half round once.
      T narrowed;
      if constexpr (std::is_integral_v<T>) {
        narrowed = static_cast<T>(static_cast<int64_t>(wanted[i]));
      } else {
        narrowed = T(wanted[i]);
      }
      ASSERT_EQ(static_cast<double>(out[i]), static_cast<double>(narrowed))
          << ShapeString(sizes) << " seed " << seed << " result " << i;
    }
  };
  expect(Reduction::kSum, sum);
  if (count == 0) return;
  expect(Reduction::kMax, largest);
  expect(Reduction::kMin, smallest);
}

TEST(Reduce, EveryPatternOfAxes) {
  for (unsigned round = 0; round < 300; ++round) {
    std::mt19937 random(round);
    Ints sizes(random() % 6);
    std::vector<bool> reduced(sizes.size());
    for (size_t i = 0; i < sizes.size(); ++i) {
      const int64_t choices[] = {1, 2, 3, 5, 8, 40};
      sizes[i] = choices[random() % (sizes.size() > 4 ? 5 : 6)];
      reduced[i] = random() % 2 == 0;
    }
    switch (round % 4) {
      case 0:
        CheckReduction<float>(sizes, reduced, round);
        break;
      case 1:
        CheckReduction<Half>(sizes, reduced, round);
        break;
      case 2:
        CheckReduction<int8_t>(sizes, reduced, round);
        break;
      default:
        CheckReduction<uint64_t>(sizes, reduced, round);
    }
  }
}

TEST(Reduce, LargeOnes) {
  CheckReduction<float>({3, 1000003}, {false, true}, 1);
  CheckReduction<float>({300001, 3}, {true, false}, 2);
  CheckReduction<double>({70, 5000}, {true, false}, 3);
  CheckReduction<int32_t>({7, 2000, 9, 11}, {true, false, true, false}, 4);
  CheckReduction<BFloat16>({17, 1025}, {true, false}, 5);
}

TEST(Reduce, ThreadsDoNotChangeABit) {
  std::mt19937 random(3);
  std::normal_distribution<float> normal;
  std::vector<float> in(3 * 70001 * 5);
  for (float& value : in) value = normal(random);
  for (const std::vector<bool>& reduced : {std::vector<bool>{true, true, true},
                                           {false, true, false},
                                           {true, true, false},
                                           {true, false, true}}) {
    const Ints sizes = {3, 70001, 5};
    std::vector<std::vector<float>> results;
    for (int threads : {1, 2, 5}) {
      SetNumThreads(threads);
      results.emplace_back(static_cast<size_t>(ResultCount(sizes, reduced)));
      Reduce(test::Plainly(), Reduction::kSum, DT_FLOAT, sizes, reduced, in.data(), results.back().data());
    }
    SetNumThreads(0);
    EXPECT_EQ(results[0], results[1]);
    EXPECT_EQ(results[0], results[2]);
  }
}

// A float that grows to 2^24 by ones stops there; sums of runs do not.
TEST(Reduce, ALongSumOfFloatsIsExactWhereItCanBe) {
  const std::vector<float> ones((1 << 24) + 4097, 1.0f);
  float sum = 0;
  Reduce(test::Plainly(), Reduction::kSum, DT_FLOAT, {static_cast<int64_t>(ones.size())}, {true}, ones.data(),
         &sum);
  EXPECT_EQ(sum, static_cast<float>(ones.size()));
}

TEST(Reduce, OfNothing) {
  float out[2] = {7, 7};
  Reduce(test::Plainly(), Reduction::kSum, DT_FLOAT, {0, 2}, {true, false}, nullptr, out);
  EXPECT_EQ(out[0], 0);
  Reduce(test::Plainly(), Reduction::kMax, DT_FLOAT, {0, 2}, {true, false}, nullptr, out);
  EXPECT_EQ(out[1], -std::numeric_limits<float>::infinity());
  Reduce(test::Plainly(), Reduction::kMean, DT_FLOAT, {0, 2}, {true, false}, nullptr, out);
  EXPECT_TRUE(std::isnan(out[0]));
  int8_t least[1];
  Reduce(test::Plainly(), Reduction::kMax, DT_INT8, {0}, {true}, nullptr, least);
  EXPECT_EQ(least[0], -128);
}

TEST(Reduce, ANaNIsTheExtreme) {
  for (size_t at = 0; at < 300; at += 37) {
    std::vector<float> in(300, 1.0f);
    in[at] = std::nanf("");
    float out = 0;
    for (Reduction reduction : {Reduction::kMax, Reduction::kMin}) {
      Reduce(test::Plainly(), reduction, DT_FLOAT, {300}, {true}, in.data(), &out);
      EXPECT_TRUE(std::isnan(out)) << at;
    }
  }
}

}  // namespace
}  // namespace voxgrad
