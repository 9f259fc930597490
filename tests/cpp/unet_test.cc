// The network that `vox bench unet` trains does learn, on any number of threads the same.
#include "bench/unet.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "voxgrad/threads.h"

namespace voxgrad::driver {
namespace {

std::vector<float> Losses(int threads) {
  SetNumThreads(threads);
  auto net = UNet::Make(8);
  EXPECT_TRUE(net.ok()) << net.status();
  std::vector<float> losses;
  for (int i = 0; net.ok() && i < 12; ++i) {
    const auto loss = (*net)->Step();
    EXPECT_TRUE(loss.ok()) << loss.status();
    losses.push_back(loss.value_or(0));
  }
  SetNumThreads(0);
  return losses;
}

TEST(UNet, LearnsItsBall) {
  const std::vector<float> losses = Losses(1);
  EXPECT_LT(losses.back(), 0.8F * losses.front());
  EXPECT_EQ(losses, Losses(5)) << "threads change no bit";
}

TEST(UNet, TracesEveryOpOfAStep) {
  auto net = UNet::Make(8);
  ASSERT_TRUE(net.ok()) << net.status();
  std::vector<TraceEvent> trace;
  ASSERT_TRUE((*net)->Step(&trace).ok());
  std::multiset<std::string> ops;
  for (const TraceEvent& event : trace) ops.insert(event.node->type_string());
  EXPECT_EQ(ops.count("Conv3D"), 13u) << "eleven, and those of the transposed two's gradients";
  EXPECT_EQ(ops.count("Conv3DBackpropFilterV2"), 13u);
  EXPECT_EQ(ops.count("Conv3DBackpropInputV2"), 12u) << "none for the volume";
  EXPECT_EQ(ops.count("ApplyAdam"), 24u);
}

}  // namespace
}  // namespace voxgrad::driver
