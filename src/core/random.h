// Random numbers that are the same on every machine.
#ifndef VOXGRAD_CORE_RANDOM_H_
#define VOXGRAD_CORE_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace voxgrad {

/// SplitMix64: small, fast, and the whole state is one number. It begins at the seed mixed, not at the seed:
/// states that are steps apart give the same numbers, some later.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(Mix(seed + kStep)) {}

  /// The stream of values that pages name by a seed. Those of neighbouring seeds are the same, one step
  /// apart; so they stay, for what a page computes must not change.
  static Random OfPage(uint64_t seed) {
    Random random(0);
    random.state_ = seed * kStep + 0x632be59bd9b4e019u;
    return random;
  }

  uint64_t Next() { return Mix(state_ += kStep); }
  /// From low to high, both included.
  int64_t Int(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(Next() % static_cast<uint64_t>(high - low + 1));
  }
  bool OneIn(int64_t n) { return Int(1, n) == 1; }
  /// In [0, 1).
  double Unit() { return static_cast<double>(Next() >> 11) * 0x1p-53; }

  template <class List>
  const auto& Pick(const List& list) {
    return list[static_cast<size_t>(Int(0, static_cast<int64_t>(std::size(list)) - 1))];
  }

 private:
  static constexpr uint64_t kStep = 0x9e3779b97f4a7c15u;

  static uint64_t Mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  uint64_t state_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_RANDOM_H_
