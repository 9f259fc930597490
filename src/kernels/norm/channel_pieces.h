// How the work on channels is cut, for the sums and for the lines.
#ifndef VOXGRAD_KERNELS_NORM_CHANNEL_PIECES_H_
#define VOXGRAD_KERNELS_NORM_CHANNEL_PIECES_H_

#include "kernels/norm/batch_norm.h"
#include "kernels/norm/channel_loops.h"
#include "kernels/norm/channels.h"

namespace voxgrad {

constexpr int64_t kPieceElements = 1 << 16;

inline int64_t Pieces(int64_t count, int64_t size) { return (count - 1) / size + 1; }

/// Whether runs of so many elements are so short that these are better taken for channels of their own.
inline bool HasShortRuns(int64_t inner) { return inner < 32; }

/// Each value `each` times, and all of that `times` times.
inline ChannelValues Repeat(const ChannelValues& values, int64_t each, int64_t times) {
  ChannelValues repeated;
  repeated.reserve(values.size() * static_cast<size_t>(each * times));
  for (int64_t i = 0; i < times; ++i) {
    for (double value : values) repeated.insert(repeated.end(), static_cast<size_t>(each), value);
  }
  return repeated;
}

/// The fast loops, or the plain ones where those are off.
inline ChannelLoops ChannelLoopsOf(DataType type) {
  const ChannelLoops fast = cpu::FindChannelLoops(type);
  return fast.sum != nullptr ? fast : PlainChannelLoops(type);
}

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_NORM_CHANNEL_PIECES_H_
