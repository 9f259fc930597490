// The largest elements of rows, and whether a class is among them.
#ifndef VOXGRAD_KERNELS_SUMS_TOP_K_H_
#define VOXGRAD_KERNELS_SUMS_TOP_K_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/exec.h"
#include "voxgrad/types.h"

namespace voxgrad {

/// The k largest of each row of `columns` elements, in order, and their places, as `place_type` (int16, int32
/// or int64). Of equal ones the first comes first; NaN comes before every number.
struct TopKProblem {
  DataType type = DT_FLOAT;
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t k = 0;
  DataType place_type = DT_INT32;
};
void TopK(Exec& exec, const TopKProblem& problem, const void* in, void* values, void* places);

/// Of floats: out[r] = whether fewer than k elements of row r are larger than element targets[r]. False where
/// that is no element, and where the row holds something that is not finite before the answer is found.
void InTopK(Exec& exec, int64_t rows, int64_t columns, const void* in, absl::Span<const int64_t> targets,
            int64_t k, void* out);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_SUMS_TOP_K_H_
