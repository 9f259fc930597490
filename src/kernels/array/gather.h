// Rows picked by their numbers.
#ifndef VOXGRAD_KERNELS_ARRAY_GATHER_H_
#define VOXGRAD_KERNELS_ARRAY_GATHER_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/exec.h"

namespace voxgrad {

/// in[batch, outer, rows], out[batch, outer, picks], each a row of bytes.
struct GatherProblem {
  int64_t batch = 1;
  int64_t outer = 1;
  int64_t rows = 0;
  int64_t picks = 0;
  int64_t row_bytes = 0;
};

/// out[b, o, i] = in[b, o, ids[b, i]]; a row of zeros where the id is none of the rows.
void GatherRows(Exec& exec, const GatherProblem& problem, absl::Span<const int64_t> ids, const void* in,
                void* out);

/// out[ids[i]] = in[i], each a row of so many bytes; of rows for one place the last.
void StitchRows(absl::Span<const int64_t> ids, int64_t row_bytes, const void* in, void* out);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_ARRAY_GATHER_H_
