// Philox 4x32 with 10 rounds (Salmon et al., 2011): random bits as a function of a counter and a key, so that
// any piece of a stream can be computed by itself.
#ifndef VOXGRAD_KERNELS_RANDOM_PHILOX_H_
#define VOXGRAD_KERNELS_RANDOM_PHILOX_H_

#include <array>
#include <cstdint>

namespace voxgrad {

/// A stream of blocks of four 32-bit words. Two seeds choose it as they choose TensorFlow's.
class Philox {
 public:
  using Block = std::array<uint32_t, 4>;

  Philox(uint64_t seed, uint64_t seed2) : key_{Low(seed), High(seed)}, stream_(seed2) {}

  /// Block number i of the stream.
  Block operator()(uint64_t i) const {
    Block counter = {Low(i), High(i), Low(stream_), High(stream_)};
    std::array<uint32_t, 2> key = key_;
    for (int round = 0; round < 10; ++round) {
      const uint64_t a = uint64_t{0xD2511F53} * counter[0];
      const uint64_t b = uint64_t{0xCD9E8D57} * counter[2];
      counter = {High(b) ^ counter[1] ^ key[0], Low(b), High(a) ^ counter[3] ^ key[1], Low(a)};
      key[0] += 0x9E3779B9;
      key[1] += 0xBB67AE85;
    }
    return counter;
  }

 private:
  static uint32_t Low(uint64_t x) { return static_cast<uint32_t>(x); }
  static uint32_t High(uint64_t x) { return static_cast<uint32_t>(x >> 32); }

  std::array<uint32_t, 2> key_;
  uint64_t stream_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_RANDOM_PHILOX_H_
