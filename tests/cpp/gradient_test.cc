// Every gradient against finite differences in double. The gradient ops are checked like the others, which is
// the second order; their gradients in turn are the third.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "check/gradient_check.h"
#include "ops/rules/undefined_gradient.h"
#include "some_calls.h"
#include "support.h"

namespace voxgrad::test {
namespace {

constexpr double kTolerance = 1e-7;

void CheckGradient(const Line& line) {
  SCOPED_TRACE(line.Text());
  const PreparedCall call = MustPrepare(line);
  ASSERT_NE(call.op, nullptr);
  const double error = Must(driver::GradientError(call, 3, 2));
  EXPECT_LT(error, kTolerance);
}

TEST(FiniteDifferences, CuratedLinesInDouble) {
  std::set<std::string> ops;
  for (const std::string& text : CuratedLines()) {
    Line line = MustParse(text);
    line.type = DT_DOUBLE;
    if (line.value_type != DT_INVALID) line.value_type = DT_DOUBLE;
    line.values = driver::Values::kReal;
    CheckGradient(line);
    ops.insert(line.op);
  }
  for (const Op& op : OpTable()) {
    EXPECT_EQ(ops.count(op.name) > 0, IsWindowOp(op))
        << op.name << " has no problem line. Add to " << TestFileOf(op) << " lines like\n//! line "
        << AnyLine(op);
  }
}

TEST(FiniteDifferences, RandomProblemsOfEveryWindowOp) {
  for (const Op& op : WindowOps()) {
    Random random(31);
    for (int i = 0; i < 40; ++i) {
      Line line = RandomLine(op, &random);
      line.type = DT_DOUBLE;
      line.values = driver::Values::kReal;
      CheckGradient(line);
    }
  }
}

TEST(FiniteDifferences, AWrongGradientIsSeen) {
  // The gradient of a call with other strides than those it was computed with: the check must be able to
  // fail.
  const PreparedCall call = MustPrepare("AvgPool f64 nhwc 1x6x6x2 k3 s1 same real");
  const Tensor upstream = RandomDoubles(MustRun(call).shape(), 1);
  PreparedCall other = call;
  (*const_cast<Ints*>(other.slots[static_cast<size_t>(call.op->AttrIndex("ksize"))].get<Ints>()))[1] = 2;
  const Tensor right = Must(driver::Gradients(call, {upstream}))[0].at(0);
  const Tensor wrong = Must(driver::Gradients(other, {upstream}))[0].at(0);
  EXPECT_FALSE(driver::Compare(wrong, right, {kTolerance}).ok());
}

TEST(Gradients, KeepExplicitPaddingsDilationsAndGroups) {
  for (const char* text :
       {"Conv2D f64 nhwc 1x7x8x4 o6 k3x2 s2x1 d2x3 g2 pad2.1x0.3 real",
        "MaxPool f64 nchw 1x2x7x8 k3 s2 pad1.2x2.0 real",
        "MaxPoolGrad f64 nchw 1x2x7x8 k3 s2 pad1.2x2.0 real",
        "MaxPoolGradGrad f64 nhwc 1x7x8x2 k3 s2 pad1.2x2.0 real",
        "MaxPool f64 nhwc 1x4x4x12 kc3 sc3 same real", "MaxPoolGrad f64 nchw 1x12x4x4 kc4 sc4 valid real"}) {
    CheckGradient(MustParse(text));
  }
}

TEST(Gradients, OfSizesDoNotExistAndOfDecidersAreZero) {
  PreparedCall call = MustPrepare("AvgPool3DGrad f64 ndhwc 1x4x4x4x1 k2 s2 same real");
  auto gradients = Must(driver::Gradients(call, {MustRun(call)}));
  EXPECT_TRUE(gradients[0].empty());
  EXPECT_EQ(gradients[1].size(), 1u);
  call = MustPrepare("MaxPoolGrad f64 nhwc 1x4x4x1 k2 s2 same real");
  gradients = Must(driver::Gradients(call, {MustRun(call)}));
  for (size_t i : {0, 1}) {
    for (double value : gradients[i].at(0).values<double>()) EXPECT_EQ(value, 0);
  }
}

/// Probabilities that are broadcast do not add up to 1 in each row, and softmax's gradient needs that.
bool IsInDomain(const PreparedCall& call) {
  for (size_t i = 0; i < call.op->inputs.size(); ++i) {
    if (call.op->inputs[i].domain == Domain::kProbabilities &&
        call.inputs[i].shape() != call.inputs[0].shape()) {
      return false;
    }
  }
  return true;
}

TEST(Gradients, ADepthwiseConvolutionIsOneWithAGroupForEachChannel) {
  const std::vector<NamedAttribute> attributes = {{"strides", {1, 2, 1, 1}}, {"padding", "SAME"}};
  const Tensor in = RandomDoubles({2, 5, 6, 3}, 1), filter = RandomDoubles({3, 2, 3, 2}, 2);
  const Tensor folded(DT_DOUBLE, TensorShape({3, 2, 1, 6}), filter.buffer());
  const Tensor depthwise = Must(Call("DepthwiseConv2dNative", {in, filter}, attributes)).at(0);
  const Tensor grouped = Must(Call("Conv2D", {in, folded}, attributes)).at(0);
  ASSERT_EQ(depthwise.shape(), grouped.shape());
  for (size_t i = 0; i < grouped.values<double>().size(); ++i)
    ASSERT_EQ(depthwise.values<double>()[i], grouped.values<double>()[i]);
}

/// The maximum of nothing is infinite, its mean NaN: nothing to take differences of.
bool IsFinite(const std::vector<Tensor>& results) {
  return std::all_of(results.begin(), results.end(), [](const Tensor& result) {
    if (result.dtype() != DT_DOUBLE) return true;
    const auto values = result.values<double>();
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  });
}

/// Gradients end where TensorFlow has no op to go on with; the table says where.
bool HasSecondGradient(const Op& op) {
  return std::none_of(OpTable().begin(), OpTable().end(), [&](const Op& other) {
    return other.gradient_of == op.name && other.gradient == rules::UndefinedGradient;
  });
}

/// The walk: every op with a gradient, first and second order, over several problems.
TEST(FiniteDifferences, EveryGradientOfTheTableToSecondOrder) {
  int checked_ops = 0;
  for (const Op& op : OpTable()) {
    if (op.gradient == nullptr || op.no_gradient || op.name == "PreventGradient") continue;
    if (IsFloatOnly(op) || op.gradient == rules::UndefinedGradient) continue;
    int checked = 0;
    for (const PreparedCall& call : SomeCalls(op, 20)) {
      if (checked == 5) break;
      const absl::StatusOr<PreparedCall> doubles = driver::InDouble(call, 5);
      if (!doubles.ok() || !IsInDomain(*doubles)) continue;
      const absl::StatusOr<std::vector<Tensor>> results = doubles->Run();
      if (!results.ok() || !IsFinite(*results)) continue;
      const absl::StatusOr<double> error = driver::GradientError(*doubles, 9, HasSecondGradient(op) ? 2 : 1);
      ASSERT_TRUE(error.ok()) << op.name << ": " << error.status() << "\n" << doubles->CommandLine(40);
      EXPECT_LT(*error, 1e-6) << doubles->CommandLine(40);
      ++checked;
    }
    EXPECT_GE(checked, IsWindowOp(op) ? 1 : 3)  // windows: above
        << op.name << " has too few problems that it accepts in double and that are smooth. Add to "
        << TestFileOf(op) << " lines like\n//! call "
        << Must(driver::PrepareTyped(op, op.example.arguments), op.name).CommandLine(8);
    ++checked_ops;
  }
  EXPECT_GT(checked_ops, 60);
}

}  // namespace
}  // namespace voxgrad::test
