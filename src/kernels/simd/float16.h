// The 16-bit floats are computed with as float and rounded once, a run at a time.
#ifndef VOXGRAD_KERNELS_SIMD_FLOAT16_H_
#define VOXGRAD_KERNELS_SIMD_FLOAT16_H_

#include <cstdint>
#include <type_traits>

#include "core/type_list.h"
#include "voxgrad/types.h"

namespace voxgrad {

using ShortFloats = TypeList<Half, BFloat16>;
/// The types that are computed in as they are.
using ComputedFloats = TypeList<float, double>;
using ComputedTypes =
    TypeList<float, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t>;
using RealTypesAndBool = TypeList<Half, BFloat16, float, double, int8_t, int16_t, int32_t, int64_t, uint8_t,
                                  uint16_t, uint32_t, uint64_t, bool>;

/// The type that elements of T are computed in.
template <class T>
using Computed = std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, float, T>;

inline bool IsShortFloat(DataType type) { return type == DT_HALF || type == DT_BFLOAT16; }

/// The same at run time.
inline DataType ComputedType(DataType type) { return IsShortFloat(type) ? DT_FLOAT : type; }

/// A run of 16-bit floats as floats, exactly; and back, rounded to nearest even, denormals kept.
void WidenToFloat(DataType type, const void* from, int64_t count, float* to);
void NarrowFromFloat(DataType type, const float* from, int64_t count, void* to);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_SIMD_FLOAT16_H_
