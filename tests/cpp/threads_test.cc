// The bits do not depend on the threads, in every cell of op x type x layout, and every implementation is
// right there.
#include <gtest/gtest.h>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "support.h"

namespace voxgrad::test {
namespace {

/// A problem of several pieces of work with odd sizes. Real numbers, so that another order of a sum would
/// show.
std::string BigLine(const Op& op, DataType type, bool channels_first) {
  const bool conv = IsConv(op.name);
  const char* const shapes[2][2][2] = {{{"2x61x53x17", "2x17x61x53"}, {"1x17x23x29x9", "1x9x17x23x29"}},
                                       {{"2x33x27x6", "2x6x33x27"}, {"1x9x15x17x6", "1x6x9x15x17"}}};
  const bool volume = IsVolume(op);
  const char* layout = volume ? (channels_first ? "ncdhw" : "ndhwc") : (channels_first ? "nchw" : "nhwc");
  // The reference finds the winner of a window anew for each of its cells; so max pooling has small windows.
  const char* window = conv || absl::StartsWith(op.name, "Avg") ? (volume ? " k2x3x2" : " k3") : " k2";
  return absl::StrCat(op.name, " ", ShortTypeString(type), " ", layout, " ",
                      shapes[conv][volume][channels_first], conv ? " o14 g2" : "", window, " s1 same real");
}

TEST(ThreadCounts, DoNotChangeABit) {
  for (const Op& op : WindowOps()) {
    for (DataType type : TypesOf(op)) {
      for (bool channels_first : {false, true}) {
        const std::string line = BigLine(op, type, channels_first);
        const absl::Status status = driver::CheckCall(MustPrepare(line));
        EXPECT_TRUE(status.ok()) << line << ": " << status;
      }
    }
  }
}

TEST(ThreadCounts, CuratedLinesHold) {
  for (const std::string& line : CuratedLines()) {
    const absl::Status status = driver::CheckCall(MustPrepare(line));
    EXPECT_TRUE(status.ok()) << line << ": " << status;
  }
}

}  // namespace
}  // namespace voxgrad::test
