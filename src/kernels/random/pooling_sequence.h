// Where the windows of fractional pooling begin: drawn at random.
#ifndef VOXGRAD_KERNELS_RANDOM_POOLING_SEQUENCE_H_
#define VOXGRAD_KERNELS_RANDOM_POOLING_SEQUENCE_H_

#include <cstdint>
#include <vector>

#include "kernels/random/philox.h"

namespace voxgrad {

/// out + 1 bounds from 0 to `in`, each in / out cells behind the one before it, or one more; 1 <= out <= in.
/// They take blocks of the stream from `block` on, which moves behind them. The sequences are TensorFlow's
/// for the same stream. Pseudo-random: the multiples of in / out with a random start (Graham, arXiv
/// 1412.6071); else: the longer steps are shuffled among the shorter.
std::vector<int64_t> PoolingSequence(int64_t in, int64_t out, bool pseudo_random, const Philox& stream,
                                     uint64_t* block);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_RANDOM_POOLING_SEQUENCE_H_
