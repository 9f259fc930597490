// Every gradient against finite differences in double. The gradient ops are checked like the others, which is
// the second order; their gradients in turn are the third.
#include <gtest/gtest.h>

#include <set>

#include "driver/eager_grad.h"
#include "support.h"

namespace voxgrad::test {
namespace {

constexpr double kTolerance = 1e-7;

void CheckGradient(const Line& line) {
  SCOPED_TRACE(line.Text());
  const PreparedCall call = MustPrepare(line);
  ASSERT_NE(call.op, nullptr);
  const double error = Must(driver::GradientError(call, 3));
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
  EXPECT_EQ(ops.size(), OpTable().size()) << "every op has a line";
}

TEST(FiniteDifferences, RandomProblemsOfEveryOp) {
  for (const Op& op : OpTable()) {
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
  const Tensor right = Must(driver::Gradients(call, upstream))[0].at(0);
  const Tensor wrong = Must(driver::Gradients(other, upstream))[0].at(0);
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
  auto gradients = Must(driver::Gradients(call, MustRun(call)));
  EXPECT_TRUE(gradients[0].empty());
  EXPECT_EQ(gradients[1].size(), 1u);
  call = MustPrepare("MaxPoolGrad f64 nhwc 1x4x4x1 k2 s2 same real");
  gradients = Must(driver::Gradients(call, MustRun(call)));
  for (size_t i : {0, 1}) {
    for (double value : gradients[i].at(0).values<double>()) EXPECT_EQ(value, 0);
  }
}

TEST(Gradients, OfMaxPool3DGradWithTwoTypesAreRefusedWithASentence) {
  // Its gradient is a MaxPool3DGradGrad, and TensorFlow's definition of that has one type for all three
  // inputs.
  const PreparedCall call = MustPrepare("MaxPool3DGrad f32 ndhwc 1x4x4x4x1 k2 s2 same in=f16");
  EXPECT_EQ(driver::Gradients(call, MustRun(call)).status().message(),
            "MaxPool3DGradGrad: grad is float, but orig_input is half; both must be the same type.");
}

}  // namespace
}  // namespace voxgrad::test
