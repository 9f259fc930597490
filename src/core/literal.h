// Tensors as people type them.
#ifndef VOXGRAD_CORE_LITERAL_H_
#define VOXGRAD_CORE_LITERAL_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "voxgrad/tensor.h"

namespace voxgrad {

/// Reads
///
///     1,2,3                  a vector            {{1,2},{3,4}} or [[1,2],[3,4]]   a matrix
///     7                      a scalar            half:1,2,3                        a vector of that type
///     float[2,2]:1,2,3,4     type, shape, values
///     float[2,2]             the same with the values 1, 2, 3, …
///
/// Where no type is written it is `type`. Messages are the rest of a sentence: "is `1,x`; `x` is no float."
absl::StatusOr<Tensor> ParseTensor(absl::string_view text, DataType type);

/// Integers separated by commas, with or without brackets: "1,2,2,1", "{1,2,2,1}", "". Numbers past int64 are
/// an error.
absl::StatusOr<Ints> ParseInts(absl::string_view text);
/// The same for numbers: "1,1.44,1".
absl::StatusOr<std::vector<float>> ParseFloats(absl::string_view text);

/// `float[2,2]:1,2,3,4`, which ParseTensor reads back exactly. At most `max_values` values, then `,…`.
std::string TensorLiteral(const Tensor& tensor, int64_t max_values);

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_LITERAL_H_
