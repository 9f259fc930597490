// What normalising by channels is made of: sums over each channel, and a line for each.
#ifndef VOXGRAD_KERNELS_NORM_BATCH_NORM_H_
#define VOXGRAD_KERNELS_NORM_BATCH_NORM_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/exec.h"
#include "kernels/sum_tree.h"
#include "voxgrad/types.h"

namespace voxgrad {

/// A tensor [outer, channels, inner] of floating-point numbers.
struct ChannelProblem {
  int64_t outer = 1;
  int64_t channels = 0;
  int64_t inner = 1;
  DataType type = DT_FLOAT;
  /// The axes that `outer` and `inner` are made of. None for one each, of which all is held.
  std::vector<Extent> outer_axes = {}, inner_axes = {};

  /// Of one channel.
  int64_t elements() const { return outer * inner; }
  int64_t total() const { return elements() * channels; }
};

using ChannelValues = std::vector<double>;  // one for each channel

/// The first element of each channel; 0 where there is none.
ChannelValues FirstOf(const ChannelProblem& problem, const void* in);

/// sum[c] = Σ (p - p_origin[c]), product[c] = Σ (p - p_origin[c]) · (q - q_origin[c]); p and q are read once.
/// Added as double, in an order that follows from the sizes of the whole.
struct ChannelSums {
  ChannelValues sum, product;
};
ChannelSums SumChannels(Exec& exec, const ChannelProblem& problem, const void* p,
                        const ChannelValues& p_origin, const void* q, const ChannelValues& q_origin);

/// How these sums are cut into blocks.
SumBlocks ChannelSumBlocks(const ChannelProblem& problem);

/// What a slab has of them: of each node [2, channels], the sums and the products. The origins are the
/// whole's.
SumParts<double> SumChannelParts(Exec& exec, const ChannelProblem& slab, const void* p,
                                 const ChannelValues& p_origin, const void* q, const ChannelValues& q_origin);

/// out = p_slope[c] · (p - p_origin[c]) + q_slope[c] · (q - q_origin[c]) + offset[c]; q may be null, and then
/// has no slope. In float, or in double where the tensor is.
struct ChannelLine {
  explicit ChannelLine(size_t channels)
      : p_slope(channels), p_origin(channels), q_slope(channels), q_origin(channels), offset(channels) {}
  ChannelValues p_slope, p_origin, q_slope, q_origin, offset;
};
void ApplyLine(Exec& exec, const ChannelProblem& problem, const ChannelLine& line, const void* p,
               const void* q, void* out);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_NORM_BATCH_NORM_H_
