// LRN takes no doubles, so its gradients are compared with finite differences of its definition, written out
// here.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "check/gradient_check.h"
#include "support.h"

namespace voxgrad::test {
namespace {

using Doubles = std::vector<double>;

constexpr int kRadius = 2;
constexpr double kBias = 1.5, kAlpha = 0.5, kBeta = 0.75;

double SumAround(const Doubles& x, int place) {
  double sum = 0;
  for (int c = 0; c < static_cast<int>(x.size()); ++c)
    sum += std::abs(c - place) <= kRadius ? x[static_cast<size_t>(c)] : 0;
  return sum;
}

Doubles Map(size_t count, const std::function<double(size_t)>& f) {
  Doubles row(count);
  for (size_t c = 0; c < count; ++c) row[c] = f(c);
  return row;
}

Doubles Norm(const Doubles& x) {
  const Doubles squares = Map(x.size(), [&](size_t c) { return x[c] * x[c]; });
  return Map(x.size(), [&](size_t c) { return kBias + kAlpha * SumAround(squares, static_cast<int>(c)); });
}

Doubles Lrn(const std::vector<Doubles>& in) {
  const Doubles norm = Norm(in[0]);
  return Map(norm.size(), [&](size_t c) { return in[0][c] * std::pow(norm[c], -kBeta); });
}

Doubles LrnGrad(const std::vector<Doubles>& in) {
  const Doubles &grad = in[0], &x = in[1], &y = in[2];
  const Doubles norm = Norm(x);
  const Doubles shares = Map(x.size(), [&](size_t c) { return grad[c] * y[c] / norm[c]; });
  return Map(x.size(), [&](size_t c) {
    return grad[c] * std::pow(norm[c], -kBeta) -
           2 * kAlpha * kBeta * x[c] * SumAround(shares, static_cast<int>(c));
  });
}

Tensor FloatsOf(const Doubles& row) {
  std::vector<float> values(row.begin(), row.end());
  return Tensor::Of<float>(absl::MakeConstSpan(values), {1, 1, 1, static_cast<int64_t>(row.size())});
}

double RowDot(const Doubles& a, const Doubles& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// The op's result and its gradients are those of the function.
void CheckNormalized(const char* name, const std::vector<Doubles>& at,
                     Doubles (*function)(const std::vector<Doubles>&)) {
  PreparedCall call{FindOp(name), {}, {}};
  for (const Doubles& row : at) call.inputs.push_back(FloatsOf(row));
  const std::vector<NamedAttribute> attributes = {
      {"depth_radius", kRadius}, {"bias", kBias}, {"alpha", kAlpha}, {"beta", kBeta}};
  ASSERT_TRUE(FillSlots(*call.op, "", attributes, &call.slots).ok());
  const Doubles expected = function(at);
  const Tensor result = MustRun(call);
  for (size_t c = 0; c < expected.size(); ++c)
    EXPECT_NEAR(static_cast<double>(result.values<float>()[c]), expected[c], 1e-6) << name << " " << c;
  const Doubles weights = Map(expected.size(), [](size_t c) { return std::cos(static_cast<double>(3 * c)); });
  const auto gradients = Must(driver::Gradients(call, {FloatsOf(weights)}), name);
  constexpr double kStep = 1e-5;
  for (size_t i = 0; i < at.size(); ++i) {
    ASSERT_EQ(gradients[i].size(), 1u) << name << " " << i;
    for (size_t c = 0; c < expected.size(); ++c) {
      std::vector<Doubles> above = at, below = at;
      above[i][c] += kStep;
      below[i][c] -= kStep;
      const double numeric =
          (RowDot(function(above), weights) - RowDot(function(below), weights)) / (2 * kStep);
      EXPECT_NEAR(static_cast<double>(gradients[i][0].values<float>()[c]), numeric, 2e-6)
          << name << " input " << i << " channel " << c;
    }
  }
}

TEST(Lrn, IsItsDefinitionToSecondOrder) {
  for (size_t channels : {1, 4, 9}) {
    const Doubles x = Map(channels, [](size_t c) { return std::sin(static_cast<double>(c + 1)); });
    const Doubles grad = Map(channels, [](size_t c) { return std::sin(static_cast<double>(5 * c + 2)); });
    CheckNormalized("LRN", {x}, Lrn);
    CheckNormalized("LRNGrad", {grad, x, Lrn({x})}, LrnGrad);
    CheckNormalized("LRNGrad", {grad, x, grad}, LrnGrad);
  }
}

TEST(Lrn, ARadiusBeyondTheChannelsTakesThemAll) {
  const Tensor x = Tensor::Of<float>({1, 2, 2}, {1, 1, 1, 3});
  const Tensor all = Must(Call("LRN", {x}, {{"depth_radius", 2147483647}, {"bias", 0}})).at(0);
  const float expected[] = {1.0F / 3, 2.0F / 3, 2.0F / 3};
  for (size_t c = 0; c < 3; ++c) EXPECT_FLOAT_EQ(all.values<float>()[c], expected[c]);
}

TEST(Lrn, SaysWhatIsWrong) {
  const Tensor x = Tensor::Of<float>({1, 2}, {1, 1, 1, 2});
  const auto below = Call("LRN", {x}, {{"depth_radius", -1}});
  EXPECT_EQ(below.status().message(), "LRN: depth_radius is -1, but must be from 0 to 2147483647.");
  const auto ranks = Call("LRN", {Tensor::Of<float>({1, 2}, {2})}, {});
  EXPECT_EQ(ErrorArgument(ranks.status()), "input");
  const auto shapes = Call("LRNGrad", {x, x, Tensor::Of<float>({1}, {1, 1, 1, 1})}, {});
  EXPECT_EQ(shapes.status().message(),
            "LRNGrad: output_image is [1,1,1,1], but input_grads is [1,1,1,2]; all inputs must have the same "
            "shape.");
}

}  // namespace
}  // namespace voxgrad::test
