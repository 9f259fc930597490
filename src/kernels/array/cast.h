// Elements of one type as elements of another.
#ifndef VOXGRAD_KERNELS_ARRAY_CAST_H_
#define VOXGRAD_KERNELS_ARRAY_CAST_H_

#include <cstdint>

#include "core/exec.h"
#include "voxgrad/types.h"

namespace voxgrad {

/// Floating-point numbers round to nearest even, once; with `truncate`, on the way from double to float and
/// half and from float to half and bfloat16, the bits of the fraction that the narrower type does not have
/// are cut off first. Towards integers they are cut towards zero into 32 bits (into 64 bits for uint32, int64
/// and uint64), where NaN and what does not fit become the least number, and of that the low bits are taken;
/// integers keep their low bits. Everything but 0 is true.
///
/// Both types are among the floating-point types, the integers and bool.
void Cast(Exec& exec, DataType from_type, DataType to_type, bool truncate, const void* from, void* to,
          int64_t count);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_ARRAY_CAST_H_
