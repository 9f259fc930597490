// Softmax and the losses made of it, row by row.
#ifndef VOXGRAD_KERNELS_SOFTMAX_SOFTMAX_H_
#define VOXGRAD_KERNELS_SOFTMAX_SOFTMAX_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/exec.h"
#include "voxgrad/types.h"

namespace voxgrad {

/// out = exp(in) / sum(exp(in)) for each row of `classes` numbers, or the logarithm of that.
void Softmax(Exec& exec, bool logarithm, DataType type, int64_t rows, int64_t classes, const void* in,
             void* out);

/// For each row: loss = sum(-labels · log softmax(features)) and backprop = softmax(features) - labels. Both
/// operands are stretched to [rows, classes].
void SoftmaxCrossEntropy(Exec& exec, DataType type, int64_t rows, int64_t classes, const void* features,
                         absl::Span<const int64_t> features_sizes, const void* labels,
                         absl::Span<const int64_t> labels_sizes, void* loss, void* backprop);

/// The same where the whole weight of a row is on one class, below `classes`. Labels are int32 or int64.
void SparseSoftmaxCrossEntropy(Exec& exec, DataType type, int64_t rows, int64_t classes, const void* features,
                               DataType label_type, const void* labels, void* loss, void* backprop);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_SOFTMAX_SOFTMAX_H_
