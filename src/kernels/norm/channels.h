// The loops of normalising by channels, many elements at a time.
#ifndef VOXGRAD_KERNELS_NORM_CHANNELS_H_
#define VOXGRAD_KERNELS_NORM_CHANNELS_H_

#include "kernels/norm/channel_loops.h"

namespace voxgrad::cpu {

/// Without loops where the fast kernels are off.
ChannelLoops FindChannelLoops(DataType type);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_NORM_CHANNELS_H_
