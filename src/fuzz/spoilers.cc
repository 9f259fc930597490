#include "fuzz/spoilers.h"

#include <limits>

namespace voxgrad::driver {

int64_t BadNumber(Random* random) {
  constexpr int64_t kInt32Max = std::numeric_limits<int32_t>::max();
  constexpr int64_t kNumbers[] = {0,
                                  -1,
                                  1,
                                  2,
                                  7,
                                  -7,
                                  1000,
                                  kInt32Max,
                                  kInt32Max - 1,
                                  std::numeric_limits<int32_t>::min(),
                                  kInt32Max + 1,
                                  int64_t{1} << 40,
                                  std::numeric_limits<int64_t>::max(),
                                  std::numeric_limits<int64_t>::min()};
  return kNumbers[random->Int(0, 13)];
}

const std::vector<Spoiler>& Spoilers() {
  static const std::vector<Spoiler> spoilers = [] {
    std::vector<Spoiler> all = InputSpoilers();
    const std::vector<Spoiler> more = AttributeSpoilers();
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return spoilers;
}

}  // namespace voxgrad::driver
