// Values that a page describes instead of holding them.
#include <gtest/gtest.h>

#include "page/pages/generator.h"
#include "support.h"

namespace voxgrad {
namespace {

TEST(Generator, Recipes) {
  const auto make = [](const std::string& recipe, const TensorShape& shape, DataType type = DT_FLOAT) {
    const absl::StatusOr<Tensor> tensor = Generate(recipe, type, shape, 0, "x");
    return tensor.ok() ? tensor->SummarizeValue(-1) : std::string(tensor.status().message());
  };
  EXPECT_EQ(make("ramp", {4}), "0 1 2 3");
  EXPECT_EQ(make("ramp start=1 step=-0.5", {3}, DT_HALF), "1 0.5 0");
  EXPECT_EQ(make("ramp step=100", {4}, DT_INT8), "0 100 127 127");
  EXPECT_EQ(make("checker", {2, 3}), "[0 1 0][1 0 1]");
  EXPECT_EQ(make("checker size=2 low=-1 axes=-1", {2, 4}), "[-1 -1 1 1][-1 -1 1 1]");
  EXPECT_EQ(make("ball", {4, 4}), "[0 1 1 0][1 1 1 1][1 1 1 1][0 1 1 0]");
  EXPECT_EQ(make("ball radius=0.5 inside=9 axes=1", {1, 4}), "[0 9 9 0]");
  EXPECT_EQ(make("gradient axis=1 high=3", {2, 4}), "[0 1 2 3][0 1 2 3]");
  EXPECT_EQ(make("gradient", {1, 2}), "[0 0]");
  EXPECT_EQ(make("gradient axis=2", {1, 2}),
            "is `gradient axis=2`; axis is none of a tensor of 2 dimensions.");
  EXPECT_EQ(make("checker axes=2", {1, 2}),
            "is `checker axes=2`; `axes=2` are no axes of a tensor of 2 dimensions.");
  EXPECT_EQ(make("ramp seed=1", {1}), "is `ramp seed=1`; ramp has the settings start, step.");
  EXPECT_EQ(make("ramp step=x", {1}), "is `ramp step=x`; `step=x` holds no number.");
  EXPECT_EQ(make("ramp", {1}, DT_STRING), "makes numbers, but the node is of type string.");
  EXPECT_EQ(make("", {1}),
            "is ``; there is no such recipe. There are ball, checker, gradient, normal, ramp, random.");
}

TEST(Generator, RandomRecipes) {
  const auto values = [](const std::string& recipe, uint64_t seed, const char* name) {
    const Tensor tensor = test::Must(Generate(recipe, DT_DOUBLE, {10000}, seed, name));
    return std::vector<double>(tensor.values<double>().begin(), tensor.values<double>().end());
  };
  // A seed of its own counts, else the run's and the node's name.
  EXPECT_EQ(values("random seed=3", 0, "a"), values("random seed=3", 1, "b"));
  EXPECT_NE(values("random", 0, "a"), values("random", 0, "b"));
  EXPECT_NE(values("random", 0, "a"), values("random", 1, "a"));
  for (const double value : values("random low=-2 high=3", 0, "x")) {
    EXPECT_GE(value, -2);
    EXPECT_LT(value, 3);
  }
  double sum = 0, squares = 0;
  for (const double value : values("normal mean=5 deviation=2", 0, "x")) {
    sum += value;
    squares += (value - 5) * (value - 5);
  }
  EXPECT_NEAR(sum / 10000, 5, 0.1);
  EXPECT_NEAR(squares / 10000, 4, 0.2);
}

}  // namespace
}  // namespace voxgrad
