// The fast pooling kernels against the reference, over the whole space of problems, on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "check/check.h"
#include "check/line.h"
#include "check/random_line.h"
#include "kernels/simd/target.h"

namespace voxgrad::driver {
namespace {

class CpuPool : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { ASSERT_TRUE(cpu::ChooseTarget(GetParam())); }
  void TearDown() override { cpu::ChooseTarget(""); }
};

INSTANTIATE_TEST_SUITE_P(Targets, CpuPool, testing::ValuesIn(cpu::TargetNames()),
                         [](const auto& info) { return info.param; });

void CheckPool(const Line& line, bool must_take) {
  const absl::StatusOr<PreparedCall> call = Prepare(line);
  ASSERT_TRUE(call.ok()) << line.Text() << ": " << call.status();
  const absl::Status status = CheckCall(*call);
  EXPECT_TRUE(status.ok()) << line.Text() << ": " << status.message();
  if (must_take) {
    const auto takers = Takers(*call);
    ASSERT_TRUE(takers.ok());
    const auto is_general = [](const std::string& name) { return absl::EndsWith(name, "-tiles"); };
    EXPECT_TRUE(std::any_of(takers->begin(), takers->end(), is_general)) << line.Text();
  }
}

/// Some problems of every pooling op.
void CheckRandomProblems(uint64_t seed, int problems) {
  Random random(seed);
  for (const Op& op : OpTable()) {
    const auto traits = TraitsOf(op);
    if (!traits || traits->convolves) continue;
    for (int i = 0; i < problems; ++i) {
      CheckPool(RandomLine(op, *traits, 60'000, &random), /*must_take=*/false);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST_P(CpuPool, RandomProblems) { CheckRandomProblems(20261115, 150); }

// Tiles that begin and end anywhere, in every direction, and results that go past the cache.
TEST_P(CpuPool, RandomProblemsInManyTiles) {
  for (const int64_t cells : {16, 500}) {
    const SmallPieces small(cells);
    CheckRandomProblems(20261118 + static_cast<uint64_t>(cells), 100);
  }
}

// Each line stands for a way through the kernels: rows of one vector and of several, tiles in each direction,
// kept sums, equal and cut windows, gaps between windows, windows larger than the input.
constexpr const char* kPoolLines[] = {
    "ndhwc 1x5x6x7x1 k3 s1 same",
    "ndhwc 2x5x16x2x5 k2 s1x2x2147483646 valid",
    "ndhwc 2x5x6x7x3 k3 s1 same",
    "ndhwc 1x6x9x7x67 k3 s1 same real",
    "ndhwc 1x6x8x10x16 k2 s2 valid",
    "ndhwc 1x7x9x11x5 k2 s2 same",
    "ndhwc 1x7x9x11x40 k2 s2 same real",
    "ndhwc 1x9x9x9x4 k2 s3 same",
    "ndhwc 1x9x10x11x33 k1 s2 valid",
    "ndhwc 1x9x10x11x1 k1 s3 same",
    "ndhwc 1x5x5x5x6 k5 s1 same real",
    "ndhwc 1x3x3x3x2 k9 s1 same",
    "ndhwc 1x3x4x5x17 k9 s2 same real",
    "ndhwc 2x6x7x8x20 k1x3x3 s1x2x2 same",
    "ndhwc 1x6x7x8x2 k3x1x2 s2x1x1 valid",
    "ndhwc 1x4x20x40x160 k3 s1 same",
    "ndhwc 1x4x20x40x160 k3 s2 same real",
    "ndhwc 1x3x30x30x200 k3x2x5 s1x2x3 same",
    "ndhwc 1x24x24x24x32 k3 s1 same real",
    "ndhwc 2x2x7x7x300 k2x7x7 s1 valid",
    "ndhwc 1x3x3x300x1 k3 s1 same real",
    "ndhwc 1x2x2x2x1 k2 s2 valid",
    "ndhwc 1x1x1x1x1 k1 s1 valid",
    "ndhwc 1x40x3x3x1 k17 s1 same real",
    "ndhwc 1x3x40x70x2 k1x17x33 s1 same",
    "ndhwc 1x3x40x70x2 k1x17x33 s1x3x5 same real",
    "ndhwc 1x5x9x35x3 k3 s1 same real",
    "ndhwc 2x4x7x28x5 k5 s1 same",
    "ndhwc 1x3x8x7x9 k3 s1 same real",
    "ndhwc 1x4x6x13x17 k3x5x7 s1 valid",
    "ndhwc 1x7x30x56x2 k3 s2 same real",
    "ndhwc 1x5x9x33x3 k5 s2 valid",
    "ndhwc 1x9x11x29x2 k7x5x9 s3x2x4 same real",
    "ndhwc 1x4x6x57x1 k7 s5 same",
    "ndhwc 2x6x15x21x3 k3 s3 same real",
    "ndhwc 1x8x13x23x2 k4 s4 valid",
    "ndhwc 1x3x14x34x1 k2x5x5 s3x5x7 same real",
    "ndhwc 3x2x7x14x5 k2x7x7 s1x7x7 valid",
    "ndhwc 8x2x7x7x3 k2x7x7 s1 valid real",
    "ndhwc 1x1x64x130x1 k1x9x1 s1 same",
    "ndhwc 1x20x40x5x3 k9x9x1 s1 same real",
};

/// The line's problem in both layouts.
void CheckBoth(const std::string& text) {
  auto line = ParseLine(text);
  ASSERT_TRUE(line.ok()) << text << ": " << line.status();
  CheckPool(*line, /*must_take=*/true);
  line->layout = "NCDHW";
  std::rotate(line->shape.begin() + 1, line->shape.end() - 1, line->shape.end());
  CheckPool(*line, /*must_take=*/true);
}

TEST_P(CpuPool, ChosenAverages) {
  for (const char* op : {"AvgPool3D", "AvgPool3DGrad"}) {
    for (const char* type : {"f32", "f64", "bf16", "f16"}) {
      for (const char* problem : kPoolLines) CheckBoth(absl::StrCat(op, " ", type, " ", problem));
    }
  }
}

// Windows that move on by one cell share their terms in blocks of 2, 4 and 8: blocks cut at both borders and
// whole ones, along each axis, in cells of whole cache lines, in long rows of other cells and in short rows.
TEST_P(CpuPool, LargeWindowsOfAverages) {
  for (const char* op : {"AvgPool3D", "AvgPool3DGrad"}) {
    for (const char* type : {"f32", "f64", "bf16"}) {
      for (const char* problem : {
               "ndhwc 1x11x13x19x32 k3 s1 same real",
               "ndhwc 1x9x10x23x16 k4x5x6 s1 same real",
               "ndhwc 1x12x11x17x64 k7x2x4 s1 valid real",
               "ndhwc 1x3x19x21x32 k1x8x9 s1 same real",
               "ndhwc 1x20x9x18x32 k15x3x2 s1 same real",
               "ndhwc 1x2x33x35x32 k1x31x15 s1 same real",
               "ndhwc 1x7x9x90x5 k5x4x7 s1 same real",
               "ndhwc 1x10x12x300x1 k8x9x2 s1 valid real",
               "ndhwc 1x7x14x67x1 k3x2x4 s1 same real",
               "ndhwc 2x13x16x33x2 k5x7x3 s1 same real",
               "ndhwc 1x11x18x64x1 k9x15x4 s1 same real",
               "ndhwc 1x1x40x70x3 k1x31x9 s1 same real",
               "ndhwc 1x1x40x70x3 k1x9x31 s1 valid special",
               "ndhwc 1x12x13x20x16 k5 s1 same special",
           }) {
        CheckBoth(absl::StrCat(op, " ", type, " ", problem));
      }
    }
  }
}

// Many small volumes in NCDHW are worked on together, a lane each: sums of one row, of a few and of many,
// planes whose rows compete for the same places of the cache, rows of less than a block, and a last vector
// that the volumes do not fill.
TEST_P(CpuPool, AveragesOfManySmallVolumes) {
  for (const char* op : {"AvgPool3D", "AvgPool3DGrad"}) {
    for (const char* type : {"f32", "f64", "bf16", "f16"}) {
      for (const char* problem : {
               "ncdhw 3x7x5x6x7 k1x1x3 s1x1x2 same real",
               "ncdhw 3x7x5x6x7 k2x1x3 s1x1x2 same real",
               "ncdhw 2x17x9x6x13 k3 s2 same real",
               "ncdhw 2x17x9x6x13 k4x3x3 s3x2x2 valid real",
               "ncdhw 1x20x7x9x11 k5x4x3 s2x4x2 same real",
               "ncdhw 2x16x4x32x32 k3 s2 same real",
               "ncdhw 1x35x6x5x3 k3x2x2 s2 same real",
               "ncdhw 1x19x8x4x2 k7x2x2 s2 same real",
           }) {
        const auto line = ParseLine(absl::StrCat(op, " ", type, " ", problem));
        ASSERT_TRUE(line.ok()) << problem << ": " << line.status();
        CheckPool(*line, /*must_take=*/true);
      }
    }
  }
}

// Sums of many cells that differ little round as a walk of as many steps as there are cells along each axis,
// not more: nothing is added that is taken away again.
TEST_P(CpuPool, LongWindowsKeepTheirAccuracy) {
  for (const char* text :
       {"AvgPool f32 nhwc 1x45x50x32 k31 s1 same", "AvgPoolGrad f32 nhwc 1x45x50x32 k31 s1 same",
        "AvgPool f32 nchw 1x3x45x70 k31 s1 same", "AvgPoolGrad f32 nchw 1x3x45x70 k31 s1 same",
        "AvgPoolGrad f32 nchw 1x3x45x50 k31 s1 same", "AvgPool f32 nhwc 1x45x90x5 k31 s1 same"}) {
    const auto line = ParseLine(text);
    ASSERT_TRUE(line.ok()) << line.status();
    auto call = Prepare(*line);
    ASSERT_TRUE(call.ok()) << call.status();
    Random random(31);
    for (float& value : call->inputs.back().mutable_values<float>())
      value = 10000 + static_cast<float>(random.Int(0, 1 << 20)) * 0x1p-20f;
    const auto actual = RunWith(*call, "cpu", nullptr), expected = RunWith(*call, "reference", nullptr);
    ASSERT_TRUE(actual.ok() && expected.ok());
    const absl::Status status = Compare(*actual, *expected, ToleranceFor(DT_FLOAT, 31 + 31));
    EXPECT_TRUE(status.ok()) << text << ": " << status.message();
  }
}

// Results of 16 MiB and more are written past the cache: whole lines of it, wherever rows end.
TEST_P(CpuPool, AveragesPastTheCache) {
  for (const char* problem :
       {"AvgPool3DGrad f64 ncdhw 1x20x11x101x101 k2 s2 same",
        "AvgPool3DGrad f32 ncdhw 1x41x11x101x101 k4x2x1 s1 same",
        "AvgPool3DGrad bf16 ndhwc 1x19x69x103x64 k2 s1 same",
        "AvgPool3DGrad f32 ncdhw 1x40x11x101x101 k1x3x3 s1 same",
        "AvgPool3DGrad f32 ncdhw 1x37x33x61x60 k2x3x3 s1x2x2 same",
        "AvgPoolGrad f64 nchw 32x1500x7x7 k7 s1 valid", "AvgPoolGrad f32 nchw 3x128x106x107 k3 s3 valid"}) {
    const auto line = ParseLine(problem);
    ASSERT_TRUE(line.ok()) << line.status();
    CheckPool(*line, /*must_take=*/true);
  }
}

// The reference finds every winner again for every cell, so larger problems are for one type only.
TEST_P(CpuPool, ChosenMaxima) {
  for (const char* op : {"MaxPool3D", "MaxPool3DGrad", "MaxPool3DGradGrad"}) {
    const auto traits = TraitsOf(*FindOp(op));
    for (DataType type : traits->types) {
      for (const char* problem : kPoolLines) {
        const auto line = ParseLine(absl::StrCat(op, " ", ShortTypeString(type), " ", problem));
        ASSERT_TRUE(line.ok()) << problem << ": " << line.status();
        int64_t work = 1;
        for (int64_t size : line->shape) work *= size;
        for (int64_t size : line->window) work *= size * size;
        if (work < (type == DT_FLOAT ? 60'000'000 : 500'000)) CheckBoth(line->Text());
      }
    }
  }
}

// Ties, NaN and infinities, in windows of every kind.
TEST_P(CpuPool, SpecialValuesHaveTheirWinner) {
  for (const char* op : {"MaxPool3D", "MaxPool3DGrad", "MaxPool3DGradGrad"}) {
    for (const char* type : {"f32", "f64", "bf16", "f16"}) {
      for (const char* rest :
           {"k3 s1 same special", "k2 s2 valid special", "k3x2x1 s1x2x3 same special seed2"}) {
        CheckBoth(absl::StrCat(op, " ", type, " ndhwc 2x5x6x7x9 ", rest));
      }
    }
  }
}

// Overlapping windows along rows of every kind: odd widths and such below a vector, several short rows put
// together and the last of them alone, cells of less and of more than a vector, strides below, equal to and
// above the window.
TEST_P(CpuPool, OverlappingMaximaHaveTheirWinner) {
  for (const char* type : {"f32", "f64", "bf16", "f16"}) {
    for (const int channels : {1, 3, 33}) {
      for (const auto& [space, rest] : std::vector<std::pair<const char*, const char*>>{
               {"2x5x9x7x", "k3 s2 same special"},
               {"1x3x4x37x", "k2x3x5 s1x2x2 same"},
               {"1x2x6x65x", "k1x5x3 s1x1x3 valid special"},
               {"1x6x5x9x", "k3x5x5 s3 same"},
               {"1x3x11x13x", "k1x2x5 s1x3x2 valid special"},
               {"1x7x6x5x", "k3x1x2 s2x2x1 same"},
               {"41x1x3x14x", "k1x3x3 s1x2x2 same special"},
               {"1x5x4x30x", "k3x3x1 s1 same special"},
           }) {
        CheckBoth(absl::StrCat("MaxPool3DGrad ", type, " ndhwc ", space, channels, " ", rest));
      }
    }
  }
}

// Max pooling's gradients in several tiles of rows, and those of 16 MiB and more, which are written past the
// cache: whole lines of it, wherever rows end.
TEST_P(CpuPool, LargeMaximaHaveTheirWinner) {
  for (const char* problem : {"MaxPool3DGrad f32 ncdhw 1x1x7x301x61 k3 s2 same special",
                              "MaxPool3DGrad bf16 ncdhw 1x2x5x211x95 k3x5x3 s2x3x2 valid special",
                              "MaxPool3DGrad f32 ndhwc 1x3x260x90x3 k1x3x4 s1x2x3 same special",
                              "MaxPool3DGrad f64 ncdhw 1x7x10x173x175 k1x3x3 s1x2x4 same",
                              "MaxPool3DGrad f64 ncdhw 1x7x10x173x175 k2 s2 same",
                              "MaxPoolGrad f32 nchw 1x38x104x1101 k2 s2 valid"}) {
    const auto line = ParseLine(problem);
    ASSERT_TRUE(line.ok()) << line.status();
    CheckPool(*line, /*must_take=*/true);
  }
}

// Cells of at least a vector that ask each of their windows: cells that end within a vector, rows, columns
// and planes in no window, padding on every side, and rows of whole and of other cells written past the
// cache.
TEST_P(CpuPool, CellsOfVectorsHaveTheirWinner) {
  const auto check = [](const std::string& text) {
    const auto line = ParseLine(text);
    ASSERT_TRUE(line.ok()) << text << ": " << line.status();
    const auto takers = Takers(*Prepare(*line));
    ASSERT_TRUE(takers.ok());
    EXPECT_TRUE(std::find(takers->begin(), takers->end(), "cpu/max-cells") != takers->end()) << text;
    CheckPool(*line, /*must_take=*/true);
  };
  for (const char* type : {"f32", "f64", "bf16", "f16"}) {
    for (const char* problem :
         {"nhwc 2x9x11x64 k3 s2 same special", "nhwc 1x13x10x33 k2x4 s1x2 pad1.0x2.1 special",
          "nhwc 1x12x9x70 k1x3 s3x2 valid special", "nhwc 1x9x14x40 k3x2 s2x5 same real",
          "nhwc 1x29x21x96 k4x3 s3x2 same"}) {
      check(absl::StrCat("MaxPoolGrad ", type, " ", problem));
    }
    check(absl::StrCat("MaxPool3DGrad ", type, " ndhwc 2x5x7x8x40 k1x3x3 s2 same special"));
  }
  for (const char* problem : {"f64 nhwc 1x150x220x64 k3 s2 same", "bf16 nhwc 1x520x256x64 k1x3 s1x2 same",
                              "f64 nhwc 1x215x300x33 k2x1 s1x2 valid"}) {
    check(absl::StrCat("MaxPoolGrad ", problem));
  }
}

// Planes that are one line: windows that start in the row before and end in the one behind, larger than rows
// and planes, planes that end within a vector, in several tiles of rows and of planes, and written past the
// cache.
TEST_P(CpuPool, PlanesAsLinesHaveTheirWinner) {
  for (const char* type : {"f32", "f64", "bf16", "f16"}) {
    for (const char* problem :
         {"MaxPool3DGrad ncdhw 2x3x5x12x11 k3 s1 same special",
          "MaxPool3DGrad ncdhw 1x2x6x13x17 k2x4x5 s1 same",
          "MaxPool3DGrad ncdhw 1x1x7x9x15 k3x2x2 s2x1x1 same special",
          "MaxPool3DGrad ncdhw 1x2x9x11x13 k2x3x3 s3x1x1 valid",
          "MaxPool3DGrad ncdhw 1x1x3x43x3 k5x1x9 s1 same", "MaxPool3DGrad ndhwc 1x4x9x8x3 k3 s1 same special",
          "MaxPool3DGrad ndhwc 2x5x9x8x40 k3 s1 same special",
          "MaxPool3DGrad ndhwc 1x4x20x6x130 k2x3x5 s2x1x1 same special",
          "MaxPool3DGrad ncdhw 1x2x3x30x20 k1x3x4 s1 same",
          "MaxPoolGrad nchw 1x2x19x31 k3 s1 same special"}) {
      auto line = ParseLine(absl::StrReplaceAll(problem, {{"Grad n", absl::StrCat("Grad ", type, " n")}}));
      ASSERT_TRUE(line.ok()) << problem << ": " << line.status();
      if (!absl::StrContains(problem, "valid")) {
        const auto takers = Takers(*Prepare(*line));
        ASSERT_TRUE(takers.ok());
        EXPECT_TRUE(std::find(takers->begin(), takers->end(), "cpu/max-lines") != takers->end())
            << line->Text();
      }
      CheckPool(*line, /*must_take=*/true);
    }
  }
  for (const char* problem : {"MaxPool3DGrad f32 ncdhw 1x1x5x401x301 k3x2x3 s1 same special",
                              "MaxPoolGrad f64 nchw 23x11x91x93 k2 s1 same",
                              "MaxPool3DGrad f64 ndhwc 1x4x16x32x1032 k2x2x1 s1 same special"}) {
    const auto line = ParseLine(problem);
    ASSERT_TRUE(line.ok()) << line.status();
    CheckPool(*line, /*must_take=*/true);
  }
}

// Rows that are split and joined in pairs: of less than a vector, of less than two, and longer, with an even
// and with an odd number of cells, the first of a window or not.
TEST_P(CpuPool, PairsOfCellsHaveTheirWinner) {
  for (const char* type : {"f32", "f64", "bf16", "f16"}) {
    for (int width : {2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 66, 127, 131}) {
      for (const char* rest : {"k3 s2 same special", "k2x3 s1x2 same special", "k4 s2 valid special"}) {
        if (width < 4 && absl::StrContains(rest, "valid")) continue;
        const auto line = ParseLine(absl::StrCat("MaxPoolGrad ", type, " nchw 1x3x7x", width, " ", rest));
        ASSERT_TRUE(line.ok()) << line.status();
        CheckPool(*line, /*must_take=*/true);
      }
    }
  }
}

// Results beyond the cache are written past it, also in types of which a vector fills less than 16 bytes.
TEST_P(CpuPool, LargeResultsOfSmallTypes) {
  for (const char* text :
       {"AvgPoolGrad bf16 nhwc 1x256x512x64 k1 s1 valid", "MaxPool i8 nhwc 1x512x512x64 k1 s1 valid"}) {
    const auto line = ParseLine(text);
    ASSERT_TRUE(line.ok()) << text << ": " << line.status();
    CheckPool(*line, /*must_take=*/true);
  }
}

/// Numbers whose sums overflow, now and then a small one.
template <class T>
void FillWithHuge(Tensor* tensor, Random* random) {
  for (T& value : tensor->mutable_values<T>()) {
    const double size = random->OneIn(4) ? 1 : static_cast<double>(std::numeric_limits<float>::max());
    const double part = random->OneIn(2) ? 0.99 : 0.9;
    value = static_cast<T>(static_cast<float>((random->OneIn(3) ? -size : size) * part));
  }
}

// The mean of huge numbers is finite though their sum is not.
TEST_P(CpuPool, AveragesDoNotOverflow) {
  Random random(7);
  for (const char* op : {"AvgPool3D", "AvgPool3DGrad"}) {
    for (const char* type : {"f32", "bf16"}) {
      for (const char* rest :
           {"ndhwc 2x5x6x7x9 k3 s1 same", "ndhwc 1x6x8x10x33 k2 s2 valid", "ndhwc 1x6x8x20x32 k4x5x3 s1 same",
            "ncdhw 1x3x6x8x70 k5x2x3 s1 same", "ncdhw 1x20x5x6x7 k3x2x1 s1x2x3 same"}) {
        const std::string text = absl::StrCat(op, " ", type, " ", rest);
        auto call = Prepare(*ParseLine(text));
        ASSERT_TRUE(call.ok()) << text;
        Tensor& numbers = call->inputs.back();
        type == std::string("f32") ? FillWithHuge<float>(&numbers, &random)
                                   : FillWithHuge<BFloat16>(&numbers, &random);
        const absl::Status status = CheckCall(*call);
        EXPECT_TRUE(status.ok()) << text << ": " << status.message();
      }
    }
  }
}

}  // namespace
}  // namespace voxgrad::driver
