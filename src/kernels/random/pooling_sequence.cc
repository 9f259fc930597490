#include "kernels/random/pooling_sequence.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace voxgrad {
namespace {

std::vector<int64_t> PseudoRandom(int64_t in, int64_t out, const Philox& stream, uint64_t* block) {
  const Philox::Block words = stream((*block)++);
  const double unit = static_cast<double>(uint64_t{words[0] & 0xfffff} << 32 | words[1]) * 0x1p-52;
  const double step = static_cast<double>(in) / static_cast<double>(out);
  const int64_t least = in / out;
  // So far may the start move that neither the first nor the last step is too long or too short.
  const double most = std::min(static_cast<double>(least + 2) / step - 1,
                               static_cast<double>(in + 1 - least) / step - static_cast<double>(out - 1));
  std::vector<int64_t> bounds(static_cast<size_t>(out) + 1);
  for (int64_t i = 1; i < out; ++i) {
    const auto at = static_cast<int64_t>(std::ceil(step * (static_cast<double>(i) + unit * most))) - 1;
    // Where the product is rounded over an integer, a window would lose its last cell.
    bounds[static_cast<size_t>(i)] = std::clamp(at, i * least, in - (out - i) * least);
  }
  bounds.back() = in;
  return bounds;
}

std::vector<int64_t> Shuffled(int64_t in, int64_t out, const Philox& stream, uint64_t* block) {
  std::vector<int64_t> steps(static_cast<size_t>(out), in / out);
  for (int64_t i = 0; i < in % out; ++i) ++steps[static_cast<size_t>(i)];
  for (size_t i = 0; i + 1 < steps.size(); ++i) {
    const uint32_t word = stream(*block + i / 4)[i % 4];
    std::swap(steps[i], steps[i + word % (steps.size() - i)]);
  }
  *block += (steps.size() + 3) / 4;
  std::vector<int64_t> bounds(steps.size() + 1);
  std::partial_sum(steps.begin(), steps.end(), bounds.begin() + 1);
  return bounds;
}

}  // namespace

std::vector<int64_t> PoolingSequence(int64_t in, int64_t out, bool pseudo_random, const Philox& stream,
                                     uint64_t* block) {
  return pseudo_random ? PseudoRandom(in, out, stream, block) : Shuffled(in, out, stream, block);
}

}  // namespace voxgrad
