// Indices as vectors with one element set.
#ifndef VOXGRAD_KERNELS_ARRAY_ONE_HOT_H_
#define VOXGRAD_KERNELS_ARRAY_ONE_HOT_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/exec.h"

namespace voxgrad {

/// out[o, d, i] = *on where indices[o, i] == d, *off elsewhere; out is [outer, depth, inner], its elements
/// have `bytes` bytes.
struct OneHotProblem {
  int64_t outer = 1;
  int64_t depth = 0;
  int64_t inner = 1;
  int64_t bytes = 4;
};
void OneHot(Exec& exec, const OneHotProblem& problem, absl::Span<const int64_t> indices, const void* on,
            const void* off, void* out);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_ARRAY_ONE_HOT_H_
