// Xlogy by numbers of its definition, written down from its mathematics.
//! call Xlogy x=double[2,3] y=double[3]
//! call Xlogy x=double[4,1] y=double[2,1,5]
//! unrecorded Xlogy: its numbers are those of its definition, in this file
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "check/gradient_check.h"
#include "support.h"

namespace voxgrad::test {
namespace {

constexpr double kWithoutEnd = std::numeric_limits<double>::infinity();

std::vector<double> XlogyOf(std::initializer_list<double> x, std::initializer_list<double> y) {
  const auto n = static_cast<int64_t>(x.size());
  const auto z = Must(Call("Xlogy", {Tensor::Of<double>(x, {n}), Tensor::Of<double>(y, {n})}, {})).at(0);
  return {z.values<double>().begin(), z.values<double>().end()};
}

TEST(Xlogy, IsXTimesTheLogarithm) {
  const std::vector<double> z = XlogyOf({1, 2, -1.5, 0.25}, {1, 3, 0.5, 10});
  const double wanted[] = {0, 2.1972245773362196, 1.0397207708399179, 0.5756462732485115};
  for (size_t i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(z[i], wanted[i]);
}

TEST(Xlogy, IsNothingWhereXIsNothing) {
  for (double value : XlogyOf({0, 0, -0.0, 0, 0}, {0, -1, 5, kWithoutEnd, NAN})) EXPECT_EQ(value, 0);
}

TEST(Xlogy, HasTheLogarithmsEnds) {
  const std::vector<double> z = XlogyOf({1, -1, 1, 2, NAN, 1}, {0, 0, -1, kWithoutEnd, 1, NAN});
  EXPECT_EQ(z[0], -kWithoutEnd);
  EXPECT_EQ(z[1], kWithoutEnd);
  EXPECT_TRUE(std::isnan(z[2]));
  EXPECT_EQ(z[3], kWithoutEnd);
  EXPECT_TRUE(std::isnan(z[4]));
  EXPECT_TRUE(std::isnan(z[5]));
}

TEST(Xlogy, EveryTypeRoundsOnce) {
  for (DataType type : TypesOf(*FindOp("Xlogy"))) {
    VisitType(FloatTypes(), type, [](auto tag) {
      using T = typename decltype(tag)::type;
      const Tensor x = Tensor::Of<T>({T(3.0F), T(0.0F)}, {2, 1}), y = Tensor::Of<T>({T(7.0F), T(0.0F)}, {2});
      const Tensor z = Must(Call("Xlogy", {x, y}, {})).at(0);
      ASSERT_EQ(z.shape(), TensorShape({2, 2}));
      EXPECT_EQ(z.values<T>()[0], T(static_cast<T>(3 * 1.9459101490553132)));
      EXPECT_EQ(static_cast<double>(z.values<T>()[1]), -kWithoutEnd);
      EXPECT_EQ(static_cast<double>(z.values<T>()[2]), 0);
      EXPECT_EQ(static_cast<double>(z.values<T>()[3]), 0);
    });
  }
}

TEST(Xlogy, GradientsAreTheLogarithmAndTheQuotientAndNothingWhereXIsNothing) {
  const PreparedCall call =
      Must(driver::PrepareTyped(*FindOp("Xlogy"), {{"x", "double[3]:2,0,-1"}, {"y", "double[3]:3,0,0.5"}}));
  const auto gradients = Must(driver::Gradients(call, {Tensor::Of<double>({1, 1, 10}, {3})}));
  const double of_x[] = {1.0986122886681098, 0, -6.931471805599453}, of_y[] = {2.0 / 3, 0, -20};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(gradients[0].at(0).values<double>()[i], of_x[i]);
    EXPECT_DOUBLE_EQ(gradients[1].at(0).values<double>()[i], of_y[i]);
  }
}

}  // namespace
}  // namespace voxgrad::test
