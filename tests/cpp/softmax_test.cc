// Softmax over rows short and long, of every type, on every instruction set, against the formula in long
// double.
#include "kernels/softmax/softmax.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "kernels/simd/float16.h"
#include "kernels/simd/target.h"
#include "plain_exec.h"
#include "voxgrad/threads.h"

namespace voxgrad {
namespace {

/// log(softmax(x)) of one row.
std::vector<long double> LogSoftmaxOf(const long double* x, int64_t classes) {
  long double largest = x[0], sum = 0;
  for (int64_t k = 0; k < classes; ++k) largest = std::fmax(largest, x[k]);
  for (int64_t k = 0; k < classes; ++k) sum += std::exp(x[k] - largest);
  std::vector<long double> result;
  for (int64_t k = 0; k < classes; ++k) result.push_back(x[k] - largest - std::log(sum));
  return result;
}

template <class T>
void CheckSoftmax(int64_t rows, int64_t classes, std::mt19937* random) {
  const DataType type = DataTypeToEnum<T>::value;
  // Computed in float or double, where x less the largest may be 20 and is rounded; then rounded to T.
  const double computed = std::is_same_v<T, double> ? 0x1p-52 : 0x1p-23;
  const double rounding = std::is_same_v<T, Half> ? 0x1p-11 : std::is_same_v<T, BFloat16> ? 0x1p-8 : 0;
  const double smallest = std::is_same_v<T, Half> ? 0x1p-25 : 0;
  std::vector<T> in, out(static_cast<size_t>(rows * classes)), log_out(out.size());
  std::vector<long double> exact;
  for (size_t i = 0; i < out.size(); ++i) {
    in.push_back(static_cast<T>(static_cast<float>((*random)() % 4000) / 200.0F - 10.0F));
    exact.push_back(static_cast<double>(in.back()));
  }
  Softmax(test::Plainly(), false, type, rows, classes, in.data(), out.data());
  Softmax(test::Plainly(), true, type, rows, classes, in.data(), log_out.data());
  for (int64_t r = 0; r < rows; ++r) {
    const std::vector<long double> wanted = LogSoftmaxOf(&exact[static_cast<size_t>(r * classes)], classes);
    for (int64_t k = 0; k < classes; ++k) {
      const auto at = static_cast<size_t>(r * classes + k);
      const auto log_wanted = static_cast<double>(wanted[static_cast<size_t>(k)]);
      const auto softmax = static_cast<double>(std::exp(wanted[static_cast<size_t>(k)]));
      ASSERT_NEAR(static_cast<double>(out[at]), softmax, (24 * computed + rounding) * softmax + smallest)
          << DataTypeString(type) << " " << rows << "x" << classes << " at " << r << "," << k;
      ASSERT_NEAR(static_cast<double>(log_out[at]), log_wanted,
                  24 * computed + rounding * std::abs(log_wanted) + smallest)
          << DataTypeString(type) << " " << rows << "x" << classes << " at " << r << "," << k;
    }
  }
}

TEST(Softmax, IsTheFormulaForEveryLengthOfRows) {
  std::mt19937 random(5);
  std::vector<std::string> targets = cpu::TargetNames();
  targets.emplace_back("reference");
  for (const std::string& target : targets) {
    ASSERT_TRUE(cpu::ChooseTarget(target));
    SCOPED_TRACE(target);
    for (int64_t classes : {1, 2, 3, 7, 12, 13, 16, 17, 31, 64, 100, 2049, 5000}) {
      for (int64_t rows : {1, 5, 300}) {
        if (rows * classes > 100'000) continue;
        CheckSoftmax<float>(rows, classes, &random);
        CheckSoftmax<double>(rows, classes, &random);
        CheckSoftmax<Half>(rows, classes, &random);
        CheckSoftmax<BFloat16>(rows, classes, &random);
      }
    }
  }
  ASSERT_TRUE(cpu::ChooseTarget(""));
}

TEST(Softmax, KeepsNaNAndInfinitiesToTheirRow) {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  for (int64_t classes : {3, 20, 33}) {
    for (bool logarithm : {false, true}) {
      std::vector<float> in(static_cast<size_t>(4 * classes), 1.0F), out(in.size());
      const auto at = [&](int64_t row, int64_t k) { return static_cast<size_t>(row * classes + k); };
      in[at(0, classes - 1)] = nan;
      in[at(1, 0)] = inf;
      in[at(2, 1)] = -inf;
      Softmax(test::Plainly(), logarithm, DT_FLOAT, 4, classes, in.data(), out.data());
      for (int64_t k = 0; k < classes; ++k) {
        EXPECT_TRUE(std::isnan(out[at(0, k)])) << classes << " at " << k;
        const float even = 1.0F / static_cast<float>(classes);
        EXPECT_NEAR(out[at(3, k)], logarithm ? std::log(even) : even, 1e-6F) << classes << " at " << k;
      }
      EXPECT_TRUE(std::isnan(out[at(1, 0)]));
      EXPECT_EQ(out[at(2, 1)], logarithm ? -inf : 0.0F);
      EXPECT_NEAR(
          out[at(2, 0)],
          logarithm ? -std::log(static_cast<float>(classes - 1)) : 1.0F / static_cast<float>(classes - 1),
          1e-6F);
    }
  }
}

TEST(Softmax, ThreadsDoNotChangeABit) {
  for (int64_t classes : {3, 19}) {
    const int64_t rows = 300'001;
    std::vector<float> in(static_cast<size_t>(rows * classes));
    for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i * 31 % 257) / 40.0F;
    std::vector<float> one(in.size()), more(in.size());
    SetNumThreads(1);
    Softmax(test::Plainly(), false, DT_FLOAT, rows, classes, in.data(), one.data());
    SetNumThreads(5);
    Softmax(test::Plainly(), false, DT_FLOAT, rows, classes, in.data(), more.data());
    SetNumThreads(0);
    EXPECT_EQ(one, more);
  }
}

}  // namespace
}  // namespace voxgrad
