// Questions about all integers of a tensor.
#ifndef VOXGRAD_KERNELS_SUMS_SCAN_H_
#define VOXGRAD_KERNELS_SUMS_SCAN_H_

#include <cstdint>

#include "voxgrad/types.h"

namespace voxgrad {

/// Whether one of them is 0, or below 0. False for types that are not integers.
bool AnyZero(DataType type, const void* values, int64_t count);
bool AnyNegative(DataType type, const void* values, int64_t count);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_SUMS_SCAN_H_
