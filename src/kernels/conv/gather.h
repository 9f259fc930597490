// Sums of source cells in register tiles.
#ifndef VOXGRAD_KERNELS_CONV_GATHER_H_
#define VOXGRAD_KERNELS_CONV_GATHER_H_

#include "absl/strings/string_view.h"
#include "core/exec.h"
#include "core/view.h"
#include "kernels/products/plan.h"

namespace voxgrad::cpu {

/// Source, filter and target are of the same floating-point type.
void GatherTiled(Exec& exec, DataType type, const ConvGather& gather, const void* source, ConstView filter,
                 void* target);

/// The same for bfloat16 by the processor's own products. See WhyNoDots.
void GatherTiledByDots(Exec& exec, const ConvGather& gather, const void* source, ConstView filter,
                       void* target);

/// The same bits where channels stand first, without turning anything. Why nothing was done, or "".
absl::string_view GatherFlat(Exec& exec, DataType type, const ConvGather& gather, const void* source,
                             ConstView filter, void* target);
absl::string_view GatherFlatByDots(Exec& exec, const ConvGather& gather, const void* source, ConstView filter,
                                   void* target);

/// By pairs along the width. Why nothing was done, or "".
absl::string_view GatherFoldedByDots(Exec& exec, const ConvGather& gather, const void* source,
                                     ConstView filter, void* target);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_CONV_GATHER_H_
