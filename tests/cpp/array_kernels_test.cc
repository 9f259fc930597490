// The kernels that move and convert elements, against plain loops, on several threads.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "check/random_values.h"
#include "kernels/array/cast.h"
#include "kernels/array/copy_box.h"
#include "kernels/array/range.h"
#include "plain_exec.h"
#include "voxgrad/threads.h"

namespace voxgrad {
namespace {

using driver::Random;

/// The definition: every element by itself.
void CopyPlainly(const BoxAxes& axes, size_t axis, const char* from, char* to, int64_t bytes) {
  if (axis == axes.size()) {
    std::memcpy(to, from, static_cast<size_t>(bytes));
    return;
  }
  for (int64_t i = 0; i < axes[axis].size; ++i)
    CopyPlainly(axes, axis + 1, from + i * axes[axis].from, to + i * axes[axis].to, bytes);
}

/// A box in which axes are transposed, repeated, walked backwards, or lie apart.
BoxAxes RandomBox(int64_t bytes, int64_t most, Random* random, int64_t* from_begin, int64_t* from_bytes,
                  int64_t* to_bytes) {
  const size_t rank = static_cast<size_t>(random->Int(0, 5));
  BoxAxes axes(rank);
  for (BoxAxis& axis : axes) axis.size = random->OneIn(15) ? 0 : random->Int(1, most);
  // Strides from the innermost axis on; `from` in an order of its own.
  const auto strides = [&](bool from) {
    std::vector<size_t> order(rank);
    for (size_t i = 0; i < rank; ++i) order[i] = rank - 1 - i;
    for (size_t i = rank; from && i > 1; --i)
      std::swap(order[i - 1], order[static_cast<size_t>(random->Int(0, static_cast<int64_t>(i) - 1))]);
    int64_t reach = bytes;
    for (size_t i : order) {
      (from ? axes[i].from : axes[i].to) = reach;
      reach *= std::max<int64_t>(axes[i].size + (random->OneIn(4) ? 1 : 0), 1);
    }
    return reach;
  };
  *from_bytes = strides(true);
  *to_bytes = strides(false);
  *from_begin = 0;
  for (BoxAxis& axis : axes) {
    if (random->OneIn(6)) axis.from = 0;
    if (axis.size > 0 && random->OneIn(6)) {
      *from_begin += (axis.size - 1) * axis.from;
      axis.from = -axis.from;
    }
  }
  return axes;
}

TEST(CopyBox, IsThePlainLoopOnAnyNumberOfThreads) {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    Random random(seed);
    const int64_t bytes = int64_t{1} << random.Int(0, 4);
    int64_t from_begin, from_bytes, to_bytes;
    const int64_t most = random.OneIn(10) ? 20 : 9;
    const BoxAxes axes = RandomBox(bytes, most, &random, &from_begin, &from_bytes, &to_bytes);
    std::vector<char> from(static_cast<size_t>(from_bytes));
    for (char& byte : from) byte = static_cast<char>(random.Next());
    std::vector<char> wanted(static_cast<size_t>(to_bytes), 'x');
    CopyPlainly(axes, 0, from.data() + from_begin, wanted.data(), bytes);
    for (int threads : {1, 2, 5}) {
      SetNumThreads(threads);
      std::vector<char> given(wanted.size(), 'x');
      CopyBox(test::Plainly(), axes, from.data() + from_begin, given.data(), bytes);
      EXPECT_TRUE(given == wanted) << "seed " << seed << ", " << threads << " threads";
    }
    SetNumThreads(0);
  }
}

TEST(CopyBox, LongRowsAndLargeTransposes) {
  const int64_t n = 700, m = 1100;
  std::vector<float> from(static_cast<size_t>(n * m)), to(from.size()), back(from.size());
  for (size_t i = 0; i < from.size(); ++i) from[i] = static_cast<float>(i);
  CopyBox(test::Plainly(), {{m, 4, n * 4}, {n, m * 4, 4}}, from.data(), to.data(), 4);
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < m; ++j)
      ASSERT_EQ(to[static_cast<size_t>(j * n + i)], from[static_cast<size_t>(i * m + j)]);
  }
  CopyBox(test::Plainly(), {{n * m, 4, 4}}, to.data(), back.data(), 4);
  EXPECT_EQ(back, to);
}

template <class From, class To>
std::vector<To> CastAll(const std::vector<From>& from, bool truncate = false) {
  std::vector<To> to(from.size());
  Cast(test::Plainly(), DataTypeToEnum<From>::value, DataTypeToEnum<To>::value, truncate, from.data(),
       to.data(), static_cast<int64_t>(from.size()));
  return to;
}

TEST(Cast, WhatDoesNotFitIsTheLeastNumber) {
  const double nan = std::nan(""), inf = HUGE_VAL;
  const std::vector<double> x = {nan, inf, -inf, 2147483648.0, -2147483649.0, -2147483648.5, 2147483647.9};
  const int32_t least = std::numeric_limits<int32_t>::min();
  EXPECT_EQ((CastAll<double, int32_t>(x)),
            (std::vector<int32_t>{least, least, least, least, least, least, 2147483647}));
  EXPECT_EQ((CastAll<double, int8_t>({300.5, -129, nan})), (std::vector<int8_t>{44, 127, 0}));
  EXPECT_EQ((CastAll<float, uint64_t>({9.3e18f, -5.7f, 1e30f})),
            (std::vector<uint64_t>{static_cast<uint64_t>(9.3e18f), uint64_t{0} - 5, uint64_t{1} << 63}));
  EXPECT_EQ((CastAll<float, uint32_t>({4e9f, -1.0f, 1e10f})),
            (std::vector<uint32_t>{4000000000u, 4294967295u, static_cast<uint32_t>(10000000000)}));
}

TEST(Cast, IntegersRoundOnceToSixteenBits) {
  // Just above the middle between two bfloat16 numbers: a double in between would lose the 1.
  const int64_t middle = int64_t{0x101} << 53;  // 1.00000001b · 2^61
  const uint16_t below = BFloat16(0x1p61).bits;
  EXPECT_EQ((CastAll<int64_t, BFloat16>({middle}))[0].bits, below) << "to even";
  EXPECT_EQ((CastAll<int64_t, BFloat16>({middle + 1}))[0].bits, below + 1);
  EXPECT_EQ((CastAll<int64_t, BFloat16>({-middle - 1}))[0].bits,
            (CastAll<int64_t, BFloat16>({middle + 1}))[0].bits | 0x8000);
  for (int64_t value : {int64_t{5}, int64_t{-5}, int64_t{2049}, (int64_t{1} << 53) - 1})
    EXPECT_EQ((CastAll<int64_t, BFloat16>({value}))[0].bits, BFloat16(static_cast<double>(value)).bits)
        << value;
}

TEST(Cast, TruncateCutsTheFraction) {
  EXPECT_EQ(static_cast<float>(CastAll<float, BFloat16>({1.999f}, true)[0]), 1.9921875f);
  EXPECT_EQ(static_cast<float>(CastAll<float, BFloat16>({1.999f}, false)[0]), 2.0f);
  EXPECT_EQ(static_cast<float>(CastAll<double, Half>({65535.9}, true)[0]), 65504.0f);
  EXPECT_TRUE(std::isnan(static_cast<float>(CastAll<float, Half>({std::nanf("1")}, true)[0])));
}

TEST(Range, CountsAsTheTypeDoes) {
  const auto count = [](auto start, auto limit, auto delta) {
    return RangeCount(DataTypeToEnum<decltype(start)>::value, &start, &limit, &delta).value_or(-1);
  };
  EXPECT_EQ(count(0, 10, 3), 4);
  EXPECT_EQ(count(10, 0, -3), 4);
  EXPECT_EQ(count(0, 0, 5), 0);
  EXPECT_EQ(count(0, 10, 0), -1);
  EXPECT_EQ(count(0, 10, -1), -1);
  EXPECT_EQ(count(0.0f, 0.3f, 0.1f), 3) << "3.0000001 in exact arithmetic";
  EXPECT_EQ(count(0.0f, 1.0f, std::nanf("")), -1);
  EXPECT_EQ(count(std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max(), int64_t{1} << 62),
            4);
  EXPECT_EQ(count(uint8_t{0}, uint8_t{255}, uint8_t{100}), 3);
}

}  // namespace
}  // namespace voxgrad
