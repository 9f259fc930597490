// The engine's own random numbers.
#include "core/random.h"

#include <gtest/gtest.h>

#include <set>

namespace voxgrad {
namespace {

TEST(Random, StreamsOfNeighbouringSeedsShareNothing) {
  constexpr int kSeeds = 50, kNumbers = 100;
  std::set<uint64_t> seen;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    Random random(seed);
    for (int i = 0; i < kNumbers; ++i) seen.insert(random.Next());
  }
  EXPECT_EQ(seen.size(), size_t{kSeeds} * kNumbers);
}

}  // namespace
}  // namespace voxgrad
