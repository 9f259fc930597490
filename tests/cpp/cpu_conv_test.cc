// The fast convolutions against the reference, on every instruction set that this machine has.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "check/random_line.h"
#include "kernels/simd/target.h"
#include "support.h"

namespace voxgrad::test {
namespace {

/// Restores the best instruction set afterwards.
struct ScopedTarget {
  explicit ScopedTarget(const std::string& name) { EXPECT_TRUE(cpu::ChooseTarget(name)) << name; }
  ~ScopedTarget() { cpu::ChooseTarget(""); }
};

/// Right on 1, 2 and 5 threads, and not only because everything declined.
void CheckLine(const Line& line) {
  const PreparedCall call = MustPrepare(line);
  if (call.op == nullptr) return;
  const std::vector<std::string> takers = Must(driver::Takers(call), line.Text());
  EXPECT_GT(takers.size(), 1u) << line.Text() << ": only the reference takes it";
  const absl::Status status = driver::CheckCall(call);
  EXPECT_TRUE(status.ok()) << line.Text() << ": " << status;
}

/// The work of a line, as far as the reference's time goes.
int64_t Products(const Line& line) {
  int64_t products = line.out_channels;
  for (int64_t size : line.shape) products *= size;
  for (size_t d = 0; d < line.window.size(); ++d) products = products * line.window[d] / line.stride[d];
  return products / line.groups;
}

/// Channels around the width of vectors and tiles.
int64_t RandomChannels(Random* random) {
  constexpr int64_t kEdges[] = {1, 2, 3, 4, 5, 8, 15, 16, 17, 31, 32, 33, 48, 64, 65, 70};
  return random->OneIn(2) ? random->Int(1, 9) : kEdges[random->Int(0, 15)];
}

/// How much work random problems are.
struct WorkSizes {
  int64_t cells;
  int64_t fewest_products, most_products;
};
constexpr WorkSizes kSmall = {60'000, 0, 3'000'000};
constexpr WorkSizes kSeveralBlocks = {200'000, 5'000'000, 15'000'000};

/// Any problem that the fast kernels take, every other one with more channels than most have.
Line RandomConvLine(const Op& op, const WorkSizes& sizes, Random* random) {
  for (;;) {
    Line line = driver::RandomLine(op, *driver::TraitsOf(op), sizes.cells, random);
    int64_t& channels = line.shape[line.layout.find('C')];
    if (line.groups == 1 && random->OneIn(2)) {
      channels = RandomChannels(random);
      line.out_channels = RandomChannels(random);
    }
    const bool empty = std::find(line.shape.begin(), line.shape.end(), 0) != line.shape.end();
    const int64_t products = Products(line);
    if (!empty && line.type != DT_INT32 && products >= sizes.fewest_products &&
        products <= sizes.most_products)
      return line;
  }
}

void CheckRandomLines(const char* op, uint64_t seed, int count, const WorkSizes& sizes = kSmall) {
  for (const std::string& target : cpu::TargetNames()) {
    const ScopedTarget scope(target);
    SCOPED_TRACE(target);
    Random random(seed);
    for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
      CheckLine(RandomConvLine(*FindOp(op), sizes, &random));
    }
  }
}

// Each line stands for a way through the kernels.
constexpr const char* kConvLines[] = {
    "ndhwc 1x1x1x1x1 o1 k1 s1 valid",                  // the smallest
    "ndhwc 1x2x2x2x1 o1 k3 s1 same",                   // a filter larger than the input
    "ndhwc 5x2x2x2x17 o33 k3 s1 same real",            // cells of several images in a tile
    "ndhwc 1x4x5x40x1 o16 k3 s1 same real",            // from and to one channel
    "ndhwc 1x3x10x33x4 o4 k3 s1 same special",         // weights that must not meet padding
    "ndhwc 1x3x7x40x3 o5 k2x7x7 s1x2x2 same real",     // lattices of few channels
    "ndhwc 1x9x9x9x3 o2 k1x2x1 s3x5x4 same real",      // strides larger than the filter: gaps
    "ndhwc 1x2x3x4x300 o17 k2 s1 same real",           // several parts of a panel
    "ndhwc 2x3x7x40x9 o19 k3x1x1 s1 same real",        // flat planes: their rows follow each other
    "ndhwc 2x4x5x16x6 o8 k1 g2 s1 same special",       // flat volumes
    "ndhwc 1x5x7x31x33 o19 k1 s1 same special",        // a product of matrices
    "ndhwc 3x4x6x17x5 o7 k1 s1 valid real",            // likewise, of several images
    "ndhwc 1x2x70x1x4 o9 k1x1x5 s1 same real",         // flat, and only a middle tap meets cells
    "ndhwc 1x2x5x50x4 o4 k3 s1 same real",             // four channels apart and together again
    "ndhwc 2x3x6x35x2 o3 k3x3x5 g1 s1 same real",      // rows on their own, from two channels
    "ndhwc 1x3x9x37x7 o5 k2x3x3 s1x2x2 same real",     // likewise in two parts, in lattices
    "ndhwc 1x3x9x37x5 o15 k3x3x2 s1 same special",     // planes with padding between the rows
    "ndhwc 1x8x12x40x40 o17 k5 s4 same real",          // several slices of the input's channels
    "ndhwc 2x6x6x6x12 o18 k3 s2 d1x2x2 g3 same real",  // groups, strides and dilations together
    "ndhwc 1x3x4x5x4 o6 k4x2x3 s1 d2147483647 same",   // taps that no cell sees
    "ndhwc 1x3x4x5x4 o6 k3x2x3 s2 d9 same",            // some that do
    "ndhwc 1x9x3x40x1 o2 k2x3x3 s2x1x1 d3x1x1 valid",  // a lattice of which the first depth sees no tap
    "ndhwc 1x4x9x23x3 o33 k2x3x7 s1x1x2 same real",    // three channels, an even way from cell to cell
    "ndhwc 2x4x9x23x1 o16 k3x3x3 s1 same real",        // one channel: every number begins a pair
    "ndhwc 1x4x9x23x1 o16 k3x3x5 s1x1x2 same real",    // one, an even way from cell to cell
    "ndhwc 1x4x9x23x15 o18 k3x3x2 g3 s1 valid real",   // groups of five, without one that is left alone
    // What AMX makes up with zeros: pairs of cells and channels, steps of pairs, registers of cells.
    "ndhwc 1x3x4x15x33 o40 k3 s1 same special",
    "ndhwc 1x2x3x62x72 o36 k1x3x3 s1 same real",
    "ndhwc 2x3x4x27x40 o16 k3 s2 valid special",
    "ndhwc 1x2x5x31x3 o20 k3x3x7 s1x1x2 same special",  // columns that are joined from several taps
    "ndhwc 1x2x5x29x5 o20 k3 s1x1x2 d1x1x2 same real",  // and that are not: there are cells between them
    "ndhwc 1x2x4x14x256 o40 k1 s1 valid real",          // rows that are fetched for the next tile
};

TEST(CpuConv, ChosenLines) {
  for (const std::string& target : cpu::TargetNames()) {
    const ScopedTarget scope(target);
    SCOPED_TRACE(target);
    for (const char* op : {"Conv3D", "Conv3DBackpropInputV2", "Conv3DBackpropFilterV2"}) {
      for (const char* type : {"f32", "f64", "bf16", "f16"}) {
        for (const char* problem : kConvLines) {
          Line line = MustParse(absl::StrCat(op, " ", type, " ", problem));
          CheckLine(line);
          line.layout = "NCDHW";
          std::rotate(line.shape.begin() + 1, line.shape.end() - 1, line.shape.end());
          CheckLine(line);
        }
      }
    }
  }
}

// Rows of one to eight vectors, to one to eight channels: each is a loop of its own.
TEST(CpuConv, EveryNumberOfLinesAndVectors) {
  for (const std::string& target : cpu::TargetNames()) {
    const ScopedTarget scope(target);
    SCOPED_TRACE(target);
    for (const char* type : {"f32", "f64"}) {
      for (int64_t channels = 1; channels <= 8; ++channels) {
        for (const int64_t width : {16, 31, 47, 63, 80, 95, 111, 128}) {
          const Line line = MustParse(absl::StrCat("Conv3DBackpropInputV2 ", type, " ndhwc 1x2x3x", width,
                                                   "x", channels, " o3 k2x2x3 s1 same real"));
          // With vectors of sixteen all pay; with shorter ones few channels do.
          if (channels == 1 || (target == "AVX3" && line.type == DT_FLOAT)) {
            EXPECT_EQ(Must(driver::Takers(MustPrepare(line)))[0], "cpu/conv-rows") << line.Text();
          }
          CheckLine(line);
        }
      }
    }
  }
}

// Filter gradients of few channels: the windows of all taps of height and depth go together into tiles, three
// vectors each, whole or, where few sums have room at a time, a part of their channels.
TEST(CpuConv, EveryNumberOfWindowsAndChannels) {
  for (const std::string& target : cpu::TargetNames()) {
    const ScopedTarget scope(target);
    SCOPED_TRACE(target);
    for (const char* type : {"f32", "f64", "bf16"}) {
      for (const int64_t channels : {1, 2, 3, 4, 5, 7, 8, 9, 12, 17}) {
        for (const char* window : {"k1x1x5", "k1x2x4", "k1x3x3", "k2x2x3", "k1x5x7", "k3x3x9"}) {
          const Line line = MustParse(absl::StrCat("Conv3DBackpropFilterV2 ", type, " ndhwc 1x3x7x21x4 o",
                                                   channels, " ", window, " s1 same real"));
          CheckLine(line);
          const driver::SmallPieces small(100);
          CheckLine(line);
        }
      }
    }
  }
}

// Sums that are not finite are made twice, also where all numbers are finite.
TEST(CpuConv, FilterGradientsTooLargeForTheirType) {
  for (const std::string& target : cpu::TargetNames()) {
    const ScopedTarget scope(target);
    for (const char* problem : {"1x3x5x12x9 o20 k3 s1 same", "1x3x5x12x4 o4 k3 s1 same"}) {
      const PreparedCall call =
          MustPrepare(MustParse(absl::StrCat("Conv3DBackpropFilterV2 f32 ndhwc ", problem, " real")));
      const Tensor &in = call.inputs[0], &grad = call.inputs[2];
      std::fill_n(static_cast<float*>(in.data()), in.NumElements(), 1.0f);  // in any order the same infinity
      std::fill_n(static_cast<float*>(grad.data()), grad.NumElements(), 3e38f);
      const absl::Status status = driver::CheckCall(call);
      EXPECT_TRUE(status.ok()) << target << " " << problem << ": " << status;
    }
  }
}

// Lattices of a stride that have no cells, or none in a block, beside weights that are not finite.
TEST(CpuConv, InfiniteWeightsOfLatticesWithoutCells) {
  for (const std::string& target : cpu::TargetNames()) {
    const ScopedTarget scope(target);
    SCOPED_TRACE(target);
    for (const char* problem : {"f64 ndhwc 3x16x2x9x2 o2 g2 k3x2x4 s1x3x2 d7x1x1 valid special seed985",
                                "f16 ndhwc 3x4x4x4x1 o5 k4 s2x1x3 valid special seed510"})
      CheckLine(MustParse(absl::StrCat("Conv3DBackpropInputV2 ", problem)));
  }
}

TEST(CpuConv, AnInfiniteNumberMeetsOnlyItsOwnWindows) {
  for (const char* shape : {"1x2x3x12x3 o16 k3x3x7 s1x1x2", "1x2x3x12x1 o16 k3 s1", "1x2x3x12x4 o4 k3 s1"}) {
    const PreparedCall call = MustPrepare(MustParse(absl::StrCat("Conv3D bf16 ndhwc ", shape, " same real")));
    const Tensor& image = call.inputs[0];
    auto* numbers = static_cast<BFloat16*>(image.data());
    for (int64_t i = 0; i < image.NumElements(); i += 5) {
      const BFloat16 before = std::exchange(numbers[i], static_cast<BFloat16>(HUGE_VALF));
      const absl::Status status = driver::CheckCall(call);
      EXPECT_TRUE(status.ok()) << shape << ", infinite at " << i << ": " << status;
      numbers[i] = before;
    }
  }
}

// Channels that are summed together are shared out by the number of threads.
TEST(CpuConv, AnInfiniteGradientDoesNotChangeHowOtherChannelsAreSummed) {
  for (const std::string& target : cpu::TargetNames()) {
    const ScopedTarget scope(target);
    for (const char* type : {"f32", "bf16"}) {
      const PreparedCall call = MustPrepare(MustParse(
          absl::StrCat("Conv3DBackpropFilterV2 ", type, " ndhwc 1x5x14x14x9 o200 k3 s1 same real")));
      const Tensor& grad = call.inputs[2];
      if (grad.dtype() == DT_FLOAT) {
        static_cast<float*>(grad.data())[199] = HUGE_VALF;
      } else {
        static_cast<BFloat16*>(grad.data())[199] = static_cast<BFloat16>(HUGE_VALF);
      }
      const absl::Status status = driver::CheckCall(call);  // the same bits on 1, 2 and 5 threads
      EXPECT_TRUE(status.ok()) << target << " " << type << ": " << status;
    }
  }
}

TEST(CpuConv, InfiniteWeightsDoNotMeetPaddingUnderASingleTap) {
  for (const char* line : {"Conv2D f32 nchw 2x32x5x1 o17 k2x1 s1 pad1.4x4.4 special seed942",
                           "Conv2D f16 nchw 1x9x31x3 o4 k1 s1 d1x3 pad2.3x0.4 special seed918",
                           "Conv2D bf16 nchw 1x9x31x40 o16 k1 s1 pad2.3x0.4 special seed7"}) {
    for (const std::string& target : cpu::TargetNames()) {
      const ScopedTarget scope(target);
      SCOPED_TRACE(target);
      CheckLine(MustParse(line));
    }
  }
}

TEST(CpuConv, LeavesIntegersToTheReference) {
  const PreparedCall call = MustPrepare("Conv2D i32 nhwc 1x4x4x2 o2 k3 s1 same");
  KernelTrace trace;
  Must(driver::RunWith(call, "", &trace));
  EXPECT_EQ(trace.answers.back().implementation, "reference/conv");
  for (const auto& answer : trace.answers)
    EXPECT_EQ(answer.reason.empty(), answer.implementation == "reference/conv");
}

TEST(CpuConv, InputGradientsOfVolumes) { CheckRandomLines("Conv3DBackpropInputV2", 31, 150); }
TEST(CpuConv, InputGradientsOfImages) { CheckRandomLines("Conv2DBackpropInput", 32, 100); }
TEST(CpuConv, Volumes) { CheckRandomLines("Conv3D", 33, 100); }
TEST(CpuConv, Images) { CheckRandomLines("Conv2D", 34, 60); }
TEST(CpuConv, FilterGradientsOfVolumes) { CheckRandomLines("Conv3DBackpropFilterV2", 35, 100); }
TEST(CpuConv, FilterGradientsOfImages) { CheckRandomLines("Conv2DBackpropFilter", 36, 60); }

TEST(CpuConv, SeveralBlocksOfVolumes) {
  CheckRandomLines("Conv3D", 37, 5, kSeveralBlocks);
  CheckRandomLines("Conv3DBackpropInputV2", 38, 5, kSeveralBlocks);
  CheckRandomLines("Conv3DBackpropFilterV2", 39, 5, kSeveralBlocks);
}

// Blocks, slices, panels and partial sums that end anywhere, and results that go past the cache.
TEST(CpuConv, ManySmallBlocks) {
  uint64_t seed = 40;
  for (const int64_t cells : {16, 1000}) {
    const driver::SmallPieces small(cells);
    for (const char* op : {"Conv3D", "Conv2D", "Conv3DBackpropInputV2", "Conv2DBackpropInput",
                           "Conv3DBackpropFilterV2", "Conv2DBackpropFilter"})
      CheckRandomLines(op, seed++, 60);
  }
}

TEST(CpuConv, BlocksOfWhichNoneSeesAllTaps) {
  for (const std::string& target : cpu::TargetNames()) {
    const ScopedTarget scope(target);
    SCOPED_TRACE(target);
    const char* problem = "f32 ndhwc 1x3x1x1100x15 o17 k5x1x3 s1 same real";
    CheckLine(MustParse(absl::StrCat("Conv3DBackpropInputV2 ", problem)));  // leaves its memory behind
    CheckLine(MustParse(absl::StrCat("Conv3DBackpropFilterV2 ", problem)));
  }
}

TEST(CpuConv, TheMatrixUnitIsAskedFirstWhereItIs) {
  const ScopedTarget scope("");
  const bool has_amx = cpu::WhyNoAmx(DT_BFLOAT16).empty();
  for (const char* op : {"Conv3D", "Conv3DBackpropInputV2", "Conv3DBackpropFilterV2"}) {
    const auto first = [&](const char* problem) {
      return Must(driver::Takers(MustPrepare(MustParse(absl::StrCat(op, " ", problem)))))[0];
    };
    EXPECT_EQ(absl::EndsWith(first("bf16 ndhwc 1x4x5x16x40 o48 k3 s1 same"), "-amx"), has_amx) << op;
    EXPECT_FALSE(absl::EndsWith(first("f16 ndhwc 1x4x5x16x40 o48 k3 s1 same"), "-amx")) << op;
  }
}

TEST(CpuConv, DotsCountSmallNumbersAsZerosAndOthersDoNot) {
  const BFloat16 small(1e-39f), large(1e30f);
  PreparedCall call =
      MustPrepare(Must(driver::ParseLine("Conv2D bf16 nhwc 1x1x1x2 o1 k1 s1 valid"), "the line"));
  call.inputs[0] = Tensor::Of<BFloat16>({small, BFloat16(0.0f)}, {1, 1, 1, 2});
  call.inputs[1] = Tensor::Of<BFloat16>({large, large}, {1, 1, 2, 1});
  for (const std::string& name : Must(driver::Takers(call), "the line")) {
    const Tensor result = Must(driver::RunWith(call, name, nullptr), name);
    EXPECT_EQ(static_cast<float>(result.values<BFloat16>()[0]) == 0,
              absl::EndsWith(name, "-amx") || absl::EndsWith(name, "-dots"))
        << name;
  }
}

}  // namespace
}  // namespace voxgrad::test
