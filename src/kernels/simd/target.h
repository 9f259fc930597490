// Which instruction set the fast kernels use.
#ifndef VOXGRAD_KERNELS_SIMD_TARGET_H_
#define VOXGRAD_KERNELS_SIMD_TARGET_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "voxgrad/types.h"

namespace voxgrad::cpu {

/// The instruction sets that this machine has and the kernels are built for, best first: AVX3, AVX2, SSE4.
std::vector<std::string> TargetNames();

/// Uses that instruction set from now on, "" being the best; "reference" turns the fast kernels off. False
/// when the machine does not have it. Not while kernels run.
bool ChooseTarget(const std::string& name);

/// Why the fast kernels must not run at all, or "". The first call follows VOXGRAD_TARGET.
const std::string& WhyOff();

/// Why AVX-512's sums of products of bfloat16 are not for numbers of this type on this processor, or "".
/// Remembered: asking the processor takes microseconds.
absl::string_view WhyNoDots(DataType type);

/// The same for AMX, the matrix unit of some processors, which goes with AVX-512. The system is asked for
/// leave to use it, once.
absl::string_view WhyNoAmx(DataType type);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_SIMD_TARGET_H_
