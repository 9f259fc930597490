// Sums over channels and a line for each, on every instruction set, against loops in double written out here.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "core/type_list.h"
#include "kernels/norm/batch_norm.h"
#include "kernels/norm/channels.h"
#include "kernels/simd/target.h"
#include "plain_exec.h"
#include "voxgrad/threads.h"

namespace voxgrad {
namespace {

/// Every instruction set and the plain loops, one after the other.
template <class F>
void OnEveryTarget(const F& f) {
  std::vector<std::string> targets = cpu::TargetNames();
  targets.emplace_back("reference");
  for (const std::string& target : targets) {
    SCOPED_TRACE(target);
    ASSERT_TRUE(cpu::ChooseTarget(target));
    f();
  }
  ASSERT_TRUE(cpu::ChooseTarget(""));
}

/// [outer, channels, inner]: one channel and many, runs shorter and longer than a vector, none at all; the
/// last are cut into several pieces of work.
const ChannelProblem kProblems[] = {
    {2047, 257, 1}, {1, 1, 1},     {5, 3, 1},     {17, 31, 1},  {9, 33, 1},    {2, 67, 1},
    {3, 1029, 1},   {4, 3, 2},     {3, 5, 31},    {2, 3, 33},   {2, 4, 64},    {3, 2, 131},
    {0, 3, 1},      {0, 3, 40},    {3, 0, 7},     {2, 3, 0},    {70001, 1, 1}, {3001, 70, 1},
    {30001, 3, 2},  {2, 1, 70001}, {1401, 2, 49}, {7, 3, 20011}};

std::string Name(const ChannelProblem& p) {
  return std::to_string(p.outer) + "x" + std::to_string(p.channels) + "x" + std::to_string(p.inner) + " " +
         DataTypeString(p.type);
}

/// Calls f(element, channel) for each element, in memory's order.
template <class F>
void ForEach(const ChannelProblem& p, const F& f) {
  size_t i = 0;
  for (int64_t o = 0; o < p.outer; ++o) {
    for (int64_t c = 0; c < p.channels; ++c) {
      for (int64_t k = 0; k < p.inner; ++k) f(i++, static_cast<size_t>(c));
    }
  }
}

/// Calls f(problem, tag) for each type.
template <class F>
void ForEachType(ChannelProblem p, const F& f) {
  for (DataType type : {DT_FLOAT, DT_DOUBLE, DT_HALF, DT_BFLOAT16}) {
    p.type = type;
    SCOPED_TRACE(Name(p));
    VisitType(FloatTypes(), type, [&](auto tag) { f(p, tag); });
  }
}

template <class T>
std::vector<T> Numbers(const ChannelProblem& p, uint32_t seed, double middle = 1, double width = 2) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(middle - width, middle + width);
  std::vector<T> values(static_cast<size_t>(p.outer * p.channels * p.inner));
  for (T& value : values) value = static_cast<T>(number(random));
  return values;
}

ChannelValues Origins(const ChannelProblem& p, double first) {
  ChannelValues origins(static_cast<size_t>(p.channels));
  for (size_t c = 0; c < origins.size(); ++c) origins[c] = first + 0.125 * static_cast<double>(c % 16);
  return origins;
}

/// Sums in double, each with the sum of the absolute values, which an error is measured by.
struct ExactSums {
  template <class T>
  ExactSums(const ChannelProblem& p, const T* a, const ChannelValues& a_origin, const T* b,
            const ChannelValues& b_origin)
      : sums{Origins(p, 0), Origins(p, 0)}, sizes(sums) {
    for (ChannelValues* values : {&sums.sum, &sums.product, &sizes.sum, &sizes.product})
      std::fill(values->begin(), values->end(), 0.0);
    ForEach(p, [&](size_t i, size_t c) {
      const double x = static_cast<double>(a[i]) - a_origin[c], y = static_cast<double>(b[i]) - b_origin[c];
      sums.sum[c] += x;
      sums.product[c] += x * y;
      sizes.sum[c] += std::abs(x);
      sizes.product[c] += std::abs(x * y);
    });
  }

  void Expect(const ChannelSums& given) const {
    ASSERT_EQ(given.sum.size(), sums.sum.size());
    ASSERT_EQ(given.product.size(), sums.product.size());
    for (size_t c = 0; c < sums.sum.size(); ++c) {
      ASSERT_NEAR(given.sum[c], sums.sum[c], 1e-12 * sizes.sum[c]) << c;
      ASSERT_NEAR(given.product[c], sums.product[c], 1e-12 * sizes.product[c]) << c;
    }
  }

  ChannelSums sums, sizes;
};

TEST(Channels, SumsAreThoseOfDoubles) {
  OnEveryTarget([] {
    for (const ChannelProblem& each : kProblems) {
      ForEachType(each, [](const ChannelProblem& problem, auto tag) {
        using T = typename decltype(tag)::type;
        const std::vector<T> a = Numbers<T>(problem, 1), b = Numbers<T>(problem, 2);
        const ChannelValues u = Origins(problem, 0.5), v = Origins(problem, -1);
        ExactSums(problem, a.data(), u, b.data(), v)
            .Expect(SumChannels(test::Plainly(), problem, a.data(), u, b.data(), v));
        ExactSums(problem, a.data(), u, a.data(), u)
            .Expect(SumChannels(test::Plainly(), problem, a.data(), u, a.data(), u));
        ExactSums(problem, a.data(), u, a.data(), v)
            .Expect(SumChannels(test::Plainly(), problem, a.data(), u, a.data(), v));
      });
    }
  });
}

ChannelLine SomeLine(const ChannelProblem& p) {
  ChannelLine line(static_cast<size_t>(p.channels));
  line.p_slope = Origins(p, 0.5);
  line.p_origin = Origins(p, -1);
  line.q_slope = Origins(p, -2);
  line.q_origin = Origins(p, 0.25);
  line.offset = Origins(p, 3);
  return line;
}

/// `b` may be null.
template <class T>
void ExpectLine(const ChannelProblem& p, const ChannelLine& line, const T* a, const T* b, double epsilon) {
  const size_t count = static_cast<size_t>(p.outer * p.channels * p.inner);
  std::vector<T> out(count + 1, static_cast<T>(-77.0));  // the last one is nobody's
  ApplyLine(test::Plainly(), p, line, a, b, out.data());
  ForEach(p, [&](size_t i, size_t c) {
    const double x = line.p_slope[c] * (static_cast<double>(a[i]) - line.p_origin[c]);
    const double y = b == nullptr ? 0 : line.q_slope[c] * (static_cast<double>(b[i]) - line.q_origin[c]);
    const double wanted = x + y + line.offset[c];
    const double size = std::abs(x) + std::abs(y) + std::abs(line.offset[c]);
    ASSERT_NEAR(static_cast<double>(out[i]), wanted, epsilon * size) << i;
  });
  EXPECT_EQ(static_cast<double>(out[count]), -77.0);
}

TEST(Channels, LinesAreThoseOfDoubles) {
  OnEveryTarget([] {
    for (const ChannelProblem& each : kProblems) {
      ForEachType(each, [](const ChannelProblem& problem, auto tag) {
        using T = typename decltype(tag)::type;
        const double epsilon = problem.type == DT_HALF       ? 0x1p-10
                               : problem.type == DT_BFLOAT16 ? 0x1p-7
                               : problem.type == DT_FLOAT    ? 0x1p-22
                                                             : 0x1p-51;
        const std::vector<T> a = Numbers<T>(problem, 3), b = Numbers<T>(problem, 4);
        const ChannelLine line = SomeLine(problem);
        ExpectLine<T>(problem, line, a.data(), nullptr, epsilon);
        ExpectLine<T>(problem, line, a.data(), b.data(), epsilon);
      });
    }
  });
}

TEST(Channels, LinesHaveTheBitsOfThePlainLoop) {
  for (const ChannelProblem& each : kProblems) {
    ForEachType(each, [](const ChannelProblem& p, auto tag) {
      using T = typename decltype(tag)::type;
      const std::vector<T> a = Numbers<T>(p, 9), b = Numbers<T>(p, 10);
      std::vector<std::vector<T>> results;
      OnEveryTarget([&] {
        results.emplace_back(a.size());
        ApplyLine(test::Plainly(), p, SomeLine(p), a.data(), b.data(), results.back().data());
      });
      if (a.empty()) return;  // memcmp takes no null
      for (const std::vector<T>& result : results)
        EXPECT_EQ(std::memcmp(result.data(), results.back().data(), result.size() * sizeof(T)), 0);
    });
  }
}

// Results beyond the caches are written past them.
TEST(Channels, LargeResultsAreWhole) {
  for (const ChannelProblem& p : {ChannelProblem{300'001, 33, 1}, ChannelProblem{3, 2, 1'500'001}}) {
    SCOPED_TRACE(Name(p));
    const std::vector<float> a = Numbers<float>(p, 5);
    ExpectLine<float>(p, SomeLine(p), a.data(), nullptr, 0x1p-22);
  }
}

// The first element, by which all are shifted, is far from the others.
TEST(Channels, SmallVarianceFarFromTheFirstElementIsKept) {
  OnEveryTarget([] {
    for (ChannelProblem p : {ChannelProblem{20'011, 3, 1}, ChannelProblem{2, 3, 10'007}}) {
      std::vector<float> x = Numbers<float>(p, 6, 1000, 0.5);
      ForEach(p, [&](size_t i, size_t c) {
        if (static_cast<int64_t>(i) == static_cast<int64_t>(c) * p.inner) x[i] = 0;
      });
      const ChannelValues first = FirstOf(p, x.data());
      const ChannelSums sums = SumChannels(test::Plainly(), p, x.data(), first, x.data(), first);
      const auto count = static_cast<double>(p.elements());
      ChannelValues mean(3, 0.0), variance(3, 0.0);
      ForEach(p, [&](size_t i, size_t c) { mean[c] += static_cast<double>(x[i]) / count; });
      ForEach(p, [&](size_t i, size_t c) {
        variance[c] += (static_cast<double>(x[i]) - mean[c]) * (static_cast<double>(x[i]) - mean[c]) / count;
      });
      for (size_t c = 0; c < 3; ++c) {
        const double shifted = sums.sum[c] / count;
        EXPECT_NEAR(sums.product[c] / count - shifted * shifted, variance[c], 1e-8 * variance[c]);
      }
    }
  });
}

TEST(Channels, NanAndInfinityStayInTheirChannel) {
  OnEveryTarget([] {
    for (const ChannelProblem& each : {ChannelProblem{67, 5, 1}, ChannelProblem{3, 5, 77}}) {
      ForEachType(each, [](const ChannelProblem& p, auto tag) {
        using T = typename decltype(tag)::type;
        std::vector<T> x = Numbers<T>(p, 7);
        const auto place = [&](int64_t channel) {  // the last element of a channel
          return static_cast<size_t>(((p.outer - 1) * p.channels + channel + 1) * p.inner - 1);
        };
        x[place(1)] = static_cast<T>(NAN);
        x[place(3)] = static_cast<T>(-HUGE_VAL);
        const ChannelValues zero(5, 0.0);
        const ChannelSums sums = SumChannels(test::Plainly(), p, x.data(), zero, x.data(), zero);
        EXPECT_TRUE(std::isnan(sums.sum[1]) && std::isnan(sums.product[1]));
        EXPECT_EQ(sums.sum[3], -HUGE_VAL);
        EXPECT_EQ(sums.product[3], HUGE_VAL);
        for (size_t c : {0, 2, 4}) EXPECT_TRUE(std::isfinite(sums.sum[c]) && std::isfinite(sums.product[c]));
        std::vector<T> y(x.size());
        ApplyLine(test::Plainly(), p, SomeLine(p), x.data(), nullptr, y.data());
        for (size_t i = 0; i < y.size(); ++i)
          EXPECT_EQ(std::isfinite(static_cast<double>(y[i])), i != place(1) && i != place(3)) << i;
        EXPECT_TRUE(std::isnan(static_cast<double>(y[place(1)])));
        EXPECT_EQ(static_cast<double>(y[place(3)]), -HUGE_VAL);
      });
    }
  });
}

TEST(Channels, ThreadsDoNotChangeABit) {
  for (const ChannelProblem& p : {ChannelProblem{30'001, 7, 1}, ChannelProblem{900, 1500, 1},
                                  ChannelProblem{2, 3, 70'001}, ChannelProblem{5'003, 3, 41}}) {
    SCOPED_TRACE(Name(p));
    const std::vector<float> x = Numbers<float>(p, 8);
    const ChannelValues first = FirstOf(p, x.data());
    std::vector<ChannelSums> sums;
    for (int threads : {1, 2, 5}) {
      SetNumThreads(threads);
      sums.push_back(SumChannels(test::Plainly(), p, x.data(), first, x.data(), first));
    }
    SetNumThreads(0);
    for (const ChannelSums& other : sums) {
      EXPECT_EQ(other.sum, sums[0].sum);
      EXPECT_EQ(other.product, sums[0].product);
    }
  }
}

TEST(Channels, FastLoopsAreOffWithTheReference) {
  for (const std::string& target : cpu::TargetNames()) {
    ASSERT_TRUE(cpu::ChooseTarget(target));
    EXPECT_NE(cpu::FindChannelLoops(DT_HALF).sum, nullptr);
  }
  ASSERT_TRUE(cpu::ChooseTarget("reference"));
  EXPECT_EQ(cpu::FindChannelLoops(DT_HALF).sum, nullptr);
  ASSERT_TRUE(cpu::ChooseTarget(""));
}

}  // namespace
}  // namespace voxgrad
