// Tensors on a terminal.
#ifndef VOXGRAD_CLI_SHOW_TENSOR_H_
#define VOXGRAD_CLI_SHOW_TENSOR_H_

#include <string>

#include "voxgrad/tensor.h"

namespace voxgrad::cli {

/// The values in nested brackets, a row a line. A tensor of more than `max_values` shows only the first and
/// last three entries of each dimension.
std::string ValuesText(const Tensor& tensor, int64_t max_values);

/// Smallest, largest, mean, how many NaN: one line; then the first values.
std::string SummaryText(const Tensor& tensor);

}  // namespace voxgrad::cli

#endif  // VOXGRAD_CLI_SHOW_TENSOR_H_
