// Questions whose answers are as many as the elements say.
#ifndef VOXGRAD_KERNELS_ARRAY_SEARCH_H_
#define VOXGRAD_KERNELS_ARRAY_SEARCH_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/exec.h"
#include "voxgrad/types.h"

namespace voxgrad {

/// The numbers of the elements that are not 0, in order. Of real numbers and booleans.
std::vector<int64_t> NonZeros(Exec& exec, DataType type, const void* in, int64_t count);

/// out[i] = the place of element numbers[i] in a tensor of these sizes, an int64 for each of its dimensions.
void WritePlaces(absl::Span<const int64_t> numbers, absl::Span<const int64_t> sizes, void* out);

/// out = numbers, as int32 or int64.
void WriteIntegers(absl::Span<const int64_t> numbers, DataType type, void* out);

/// `kept` has the numbers of the elements that are there for the first time, in order; `places` for each
/// element the place in `kept` of the one it equals. NaN equals nothing.
struct Distinct {
  std::vector<int64_t> kept;
  std::vector<int64_t> places;
};
Distinct FindDistinct(Exec& exec, DataType type, const void* in, int64_t count);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_ARRAY_SEARCH_H_
