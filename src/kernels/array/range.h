// Numbers at equal steps.
#ifndef VOXGRAD_KERNELS_ARRAY_RANGE_H_
#define VOXGRAD_KERNELS_ARRAY_RANGE_H_

#include <cstdint>
#include <optional>

#include "core/exec.h"
#include "voxgrad/types.h"

namespace voxgrad {

/// How many numbers lie from `start` up to, not including, `limit`; none where that has no answer: a step of
/// 0 or NaN, a limit on the wrong side, more than 2^62 numbers. The pointers are to one element each.
std::optional<int64_t> RangeCount(DataType type, const void* start, const void* limit, const void* delta);

/// out[i] = start + i·delta, rounded once.
void FillRange(Exec& exec, DataType type, const void* start, const void* delta, int64_t count, void* out);

/// `count` numbers at equal steps from `start` to `stop`, both of them among the results; `start` alone where
/// there is one. Of floating-point types; computed in double and rounded once.
void FillBetween(Exec& exec, DataType type, const void* start, const void* stop, int64_t count, void* out);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_ARRAY_RANGE_H_
