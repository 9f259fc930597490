// Average pooling whose windows move on by one cell.
#ifndef VOXGRAD_KERNELS_AVG_POOL_BLOCKS_H_
#define VOXGRAD_KERNELS_AVG_POOL_BLOCKS_H_

#include "core/exec.h"
#include "kernels/pool/gather.h"

namespace voxgrad::cpu {

/// False, and nothing is done, where the windows do not move on by one cell or that is no gain.
bool AvgPoolByBlocks(Exec& exec, const PoolProblem& p, Direction direction, const void* source, void* target);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_AVG_POOL_BLOCKS_H_
