// The element-wise kernels against plain loops: broadcasting, every type, any number of threads.
#include "kernels/elementwise/elementwise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "core/type_list.h"
#include "kernels/elementwise/broadcast.h"
#include "kernels/elementwise/loops.h"
#include "kernels/elementwise/shared_functions.h"
#include "plain_exec.h"
#include "voxgrad/call.h"
#include "voxgrad/tensor.h"
#include "voxgrad/threads.h"

namespace voxgrad {
namespace {

int64_t Product(const Ints& sizes) {
  int64_t product = 1;
  for (int64_t size : sizes) product *= size;
  return product;
}

/// Where element i of `whole` lies in an operand, by the definition.
int64_t PlaceOf(const Ints& whole, const Ints& operand, int64_t i) {
  int64_t place = 0;
  int64_t stride = 1;
  for (size_t k = 0; k < whole.size(); ++k) {
    const int64_t at = i % whole[whole.size() - 1 - k];
    i /= whole[whole.size() - 1 - k];
    if (k >= operand.size()) continue;
    const int64_t size = operand[operand.size() - 1 - k];
    place += (size == 1 ? 0 : at) * stride;
    stride *= size;
  }
  return place;
}

struct Shapes {
  Ints whole, x, y;
};

/// Two operands that fit, with axes of 1 here and there and one operand sometimes shorter.
Shapes RandomShapes(std::mt19937* random) {
  Shapes shapes;
  const int rank = static_cast<int>((*random)() % 5);
  for (int i = 0; i < rank; ++i) {
    const int64_t size = 1 + static_cast<int64_t>((*random)() % (i == 0 ? 40 : 9));
    shapes.whole.push_back(size);
    const unsigned kind = (*random)() % 4;
    shapes.x.push_back(kind == 0 ? 1 : size);
    shapes.y.push_back(kind == 1 ? 1 : size);
  }
  Ints& shorter = (*random)() % 2 ? shapes.x : shapes.y;
  size_t cut = 0;
  if (rank > 0) cut = (*random)() % static_cast<unsigned>(rank + 1);
  const Ints& other = &shorter == &shapes.x ? shapes.y : shapes.x;
  for (size_t i = 0; i < cut; ++i) shapes.whole[i] = other[i];
  shorter.erase(shorter.begin(), shorter.begin() + static_cast<std::ptrdiff_t>(cut));
  return shapes;
}

template <class T>
std::vector<T> RandomValues(int64_t count, std::mt19937* random) {
  std::vector<T> values(static_cast<size_t>(count));
  for (T& value : values) value = T(static_cast<int>((*random)() % 65) - 32);
  return values;
}

TEST(Elementwise, StretchesOperandsAsNumPy) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const Shapes s = RandomShapes(&random);
    VisitType(TypeList<Half, float, int8_t, int64_t>(),
              round % 2   ? DT_FLOAT
              : round % 4 ? DT_HALF
                          : DT_INT64,
              [&](auto tag) {
                using T = typename decltype(tag)::type;
                const auto x = RandomValues<T>(Product(s.x), &random);
                const auto y = RandomValues<T>(Product(s.y), &random);
                std::vector<T> z(static_cast<size_t>(Product(s.whole)));
                const DataType type = DataTypeToEnum<T>::value;
                const auto loop = elementwise::BinaryOf<elementwise::kSub, ComputedTypes>(ComputedType(type));
                Elementwise(test::Plainly(), loop, type, s.whole, {{x.data(), s.x}, {y.data(), s.y}},
                            z.data());
                for (int64_t i = 0; i < Product(s.whole); ++i) {
                  const double a = static_cast<double>(x[static_cast<size_t>(PlaceOf(s.whole, s.x, i))]);
                  const double b = static_cast<double>(y[static_cast<size_t>(PlaceOf(s.whole, s.y, i))]);
                  ASSERT_EQ(static_cast<double>(z[static_cast<size_t>(i)]), a - b)
                      << "round " << round << " " << ShapeString(s.x) << " - " << ShapeString(s.y);
                }
              });
  }
}

/// Large enough for several pieces of work, with a period that no block is a multiple of.
// Results beyond the cache are written past it: by the loop itself or from a block, from any place on.
TEST(Elementwise, LargeResultsAreThoseOfSmallParts) {
  const int64_t count = (17 << 20) / 2 + 11, part = 1009;
  const std::vector<BFloat16> short_in = [&] {
    std::vector<BFloat16> numbers;
    for (int64_t i = 0; i < count; ++i)
      numbers.emplace_back(static_cast<float>(i * 31 % 1013) / 100.0F - 5.0F);
    return numbers;
  }();
  const std::vector<float> in(short_in.begin(), short_in.end());
  const auto check = [&](const elementwise::Loop& loop, const auto& from) {
    using T = std::decay_t<decltype(from[0])>;
    const DataType type = DataTypeToEnum<T>::value;
    std::vector<T> whole(from.size() + 1), parts(from.size());  // one further on: not on a cache line
    const auto run = [&](int64_t n, const T* x, T* y) {
      Elementwise(test::Plainly(), loop, type, {n}, {{x, {n}}}, y);
    };
    run(count, from.data(), whole.data() + 1);
    for (int64_t i = 0; i < count; i += part)
      run(std::min(part, count - i), from.data() + i, parts.data() + i);
    EXPECT_EQ(0, std::memcmp(whole.data() + 1, parts.data(), parts.size() * sizeof(T)));
  };
  for (const elementwise::Loop& loop :
       {elementwise::UnaryOf<elementwise::kNeg, ComputedTypes>(DT_FLOAT),
        elementwise::UnaryOf<elementwise::kExp, ComputedFloats, &cpu::FloatLoops::exp>(DT_FLOAT)}) {
    check(loop, in);
    check(loop, short_in);
  }
}

TEST(Elementwise, ThreadsDoNotChangeABit) {
  const Ints whole = {3, 301, 1031};
  std::mt19937 random(11);
  for (const Ints& y_sizes : {Ints{3, 301, 1031}, Ints{1031}, Ints{301, 1}, Ints{}, Ints{3, 1, 1}}) {
    for (DataType type : {DT_FLOAT, DT_HALF}) {
      std::vector<std::vector<char>> results;
      Tensor x, y;
      ASSERT_TRUE(Tensor::Allocate(type, TensorShape(whole), &x).ok());
      ASSERT_TRUE(Tensor::Allocate(type, TensorShape(y_sizes), &y).ok());
      for (Tensor* tensor : {&x, &y}) {
        for (int64_t i = 0; i < tensor->NumElements(); ++i) {
          const float value = static_cast<float>(random() % 1000) / 300.0f - 1.0f;
          type == DT_FLOAT ? tensor->mutable_values<float>()[static_cast<size_t>(i)] = value
                           : (tensor->mutable_values<Half>()[static_cast<size_t>(i)] = Half(value), value);
        }
      }
      for (int threads : {1, 2, 5}) {
        SetNumThreads(threads);
        std::vector<char> out(x.TotalBytes());
        const auto loop = elementwise::BinaryOf<elementwise::kMul, ComputedTypes>(ComputedType(type));
        Elementwise(test::Plainly(), loop, type, whole, {{x.data(), whole}, {y.data(), y_sizes}}, out.data());
        results.push_back(out);
      }
      SetNumThreads(0);
      EXPECT_EQ(results[0], results[1]);
      EXPECT_EQ(results[0], results[2]);
      for (int64_t i = 0; i < x.NumElements(); i += 977) {
        const size_t at = static_cast<size_t>(i);
        const size_t place = static_cast<size_t>(PlaceOf(whole, y_sizes, i));
        if (type == DT_FLOAT) {
          ASSERT_EQ(reinterpret_cast<const float*>(results[0].data())[at],
                    x.values<float>()[at] * y.values<float>()[place]);
        } else {
          const float product =
              static_cast<float>(x.values<Half>()[at]) * static_cast<float>(y.values<Half>()[place]);
          ASSERT_EQ(reinterpret_cast<const Half*>(results[0].data())[at].bits, Half(product).bits);
        }
      }
    }
  }
}

TEST(Elementwise, IntegersWrapAndTheLeastOneCanBeDivided) {
  const int32_t least = std::numeric_limits<int32_t>::min();
  const std::vector<int32_t> x = {least, least, 7, -7, least};
  const std::vector<int32_t> y = {-1, 1, -2, 2, 2};
  const auto run = [&](const char* op) {
    const auto z = Call(op, {Tensor::Of<int32_t>(x, {5}), Tensor::Of<int32_t>(y, {5})}, {});
    EXPECT_TRUE(z.ok()) << z.status();
    const auto values = z->at(0).values<int32_t>();
    return std::vector<int32_t>(values.begin(), values.end());
  };
  EXPECT_EQ(run("Div"), (std::vector<int32_t>{least, least, -3, -3, least / 2}));
  EXPECT_EQ(run("FloorDiv"), (std::vector<int32_t>{least, least, -4, -4, least / 2}));
  EXPECT_EQ(run("FloorMod"), (std::vector<int32_t>{0, 0, -1, 1, 0}));
  EXPECT_EQ(run("Add"),
            (std::vector<int32_t>{std::numeric_limits<int32_t>::max(), least + 1, 5, -5, least + 2}));
  EXPECT_EQ(run("Mul"), (std::vector<int32_t>{least, least, -14, -14, 0}));
}

TEST(Elementwise, SixteenBitSumsRoundOnce) {
  const std::vector<Half> big = {Half(2048.0f)};
  const std::vector<Half> one = {Half(1.0f)};
  std::vector<Half> sum(1);
  AddAll(test::Plainly(), DT_HALF, 1, {big.data(), one.data(), one.data()}, sum.data());
  EXPECT_EQ(static_cast<float>(sum[0]), 2050.0f) << "each half alone would be rounded away";
}

TEST(Elementwise, ASelectionTakesNothingFromTheOtherSide) {
  const bool condition[] = {true, false, true};
  const float t[] = {1, std::nanf(""), 3};
  const float e[] = {std::nanf(""), 2, std::nanf("")};
  float out[3];
  Select(test::Plainly(), DT_FLOAT, {3}, condition, {3}, t, {3}, e, {3}, out);
  EXPECT_EQ(out[0], 1);
  EXPECT_EQ(out[1], 2);
  EXPECT_EQ(out[2], 3);
}

}  // namespace
}  // namespace voxgrad
