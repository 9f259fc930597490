// Problem lines: what is written is what is read, and what is wrong is said.
#include "check/line.h"

#include <gtest/gtest.h>

#include "check/check.h"
#include "check/random_line.h"

namespace voxgrad::driver {
namespace {

std::string LineError(const std::string& text) {
  const auto line = ParseLine(text);
  return line.ok() ? "no error" : std::string(line.status().message());
}

TEST(Line, KeepsWhatIsWritten) {
  for (const char* text : {
           "AvgPool3DGrad f32 ndhwc 1x96x96x96x32 k3 s1 same",
           "Conv3DBackpropInputV2 bf16 ncdhw 2x8x9x10x11 o16 g2 k1x3x3 s2 d1x1x2 same seed7",
           "MaxPool f16 nhwc 1x8x8x12 kc4 sc4 k1 s1 valid",
           "MaxPoolGrad u8 nchw 1x3x7x7 k3 s2 pad1.0x2.1",
           "MaxPool3DGrad f32 ndhwc 1x4x4x4x2 k2 s2 valid in=f16 special seed9",
           "Conv2D i32 nchw 0x3x7x7 o4 k3 s1 same real",
       }) {
    const auto line = ParseLine(text);
    ASSERT_TRUE(line.ok()) << text << ": " << line.status();
    EXPECT_EQ(line->Text(), text);
  }
}

TEST(Line, AnyOrderAndTypeNames) {
  const auto line = ParseLine("  Conv2D   float32 NHWC 1x5x5x2  valid s2x1\tk3 seed3 o4 ");
  ASSERT_TRUE(line.ok()) << line.status();
  EXPECT_EQ(line->Text(), "Conv2D f32 nhwc 1x5x5x2 o4 k3 s2x1 valid seed3");
}

TEST(Line, ReadsEverythingIn) {
  const auto line = ParseLine("MaxPoolGrad u8 nchw 1x3x7x6 k3x2 s2 pad1.0x2.1 seed12");
  ASSERT_TRUE(line.ok()) << line.status();
  EXPECT_EQ(line->op, "MaxPoolGrad");
  EXPECT_EQ(line->type, DT_UINT8);
  EXPECT_EQ(line->layout, "NCHW");
  EXPECT_EQ(line->shape, Ints({1, 3, 7, 6}));
  EXPECT_EQ(line->window, Ints({3, 2}));
  EXPECT_EQ(line->stride, Ints({2, 2}));
  EXPECT_EQ(line->dilation, Ints({1, 1}));
  EXPECT_EQ(line->padding, "EXPLICIT");
  EXPECT_EQ(line->pads, Ints({1, 0, 2, 1}));
  EXPECT_EQ(line->seed, 12u);
}

TEST(Line, RandomLinesComeBack) {
  for (const Op& op : OpTable()) {
    const auto traits = TraitsOf(op);
    if (!traits) continue;
    for (uint64_t seed = 1; seed <= 50; ++seed) {
      Random random(seed);
      const Line line = RandomLine(op, *traits, 100'000, &random);
      const auto read = ParseLine(line.Text());
      ASSERT_TRUE(read.ok()) << line.Text() << ": " << read.status();
      EXPECT_EQ(read->Text(), line.Text());
      const auto first = Prepare(line);
      const auto second = Prepare(*read);
      ASSERT_TRUE(first.ok()) << line.Text() << ": " << first.status();
      ASSERT_TRUE(second.ok()) << line.Text() << ": " << second.status();
      EXPECT_EQ(first->CommandLine(1'000'000), second->CommandLine(1'000'000)) << line.Text();
    }
  }
}

TEST(Line, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "A problem line is `OP TYPE LAYOUT SHAPE …`"},
      {"AvgPool f32 nhwc", "A problem line is `OP TYPE LAYOUT SHAPE …`"},
      {"AvgPol f32 nhwc 1x2x2x1", "No op is called AvgPol. Did you mean AvgPool?"},
      {"AvgPool f33 nhwc 1x2x2x1", "`f33` names no type"},
      {"AvgPool f32 nwhc 1x2x2x1", "`nwhc` names no layout"},
      {"AvgPool f32 nhwc 1x2x2", "`1x2x2` is no shape of NHWC; write 4 sizes"},
      {"AvgPool f32 nhwc 1x2x-2x1", "`1x2x-2x1` is no shape of NHWC"},
      {"AvgPool f32 nhwc 1x2x2x1 k3x3x3", "`k3x3x3` is not understood"},
      {"AvgPool f32 nhwc 1x2x2x1 q", "`q` is not understood"},
      {"MaxPool f32 nhwc 1x2x2x1 pad1", "`pad1` needs before.after for each of 2 axes"},
      {"MaxPool3DGrad f32 ndhwc 1x2x2x2x1 in=x", "`in=x` names no type"},
  };
  for (const auto& [text, sentence] : cases) {
    EXPECT_NE(LineError(text).find(sentence), std::string::npos) << text << " says: " << LineError(text);
  }
}

TEST(Line, TheOpRefusesInItsOwnWords) {
  const auto line = ParseLine("AvgPool3D f32 ndhwc 1x1x4x4x1 k3 s1 valid");
  ASSERT_TRUE(line.ok()) << line.status();
  const auto call = Prepare(*line);
  const absl::Status status = call.ok() ? call->Run().status() : call.status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message().substr(0, 10), "AvgPool3D:") << status;
}

}  // namespace
}  // namespace voxgrad::driver
