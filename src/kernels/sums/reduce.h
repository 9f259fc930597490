// Sums, products, means and extremes over some axes of a tensor.
#ifndef VOXGRAD_KERNELS_SUMS_REDUCE_H_
#define VOXGRAD_KERNELS_SUMS_REDUCE_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/exec.h"
#include "kernels/sum_tree.h"
#include "voxgrad/types.h"

namespace voxgrad {

enum class Reduction {
  kSum,
  kMean,         // of integers: cut towards zero; of nothing: NaN, and 0 among integers
  kMax,          // NaN if there is one; of nothing: the least number
  kMin,          // NaN if there is one; of nothing: the largest number
  kProd,         // of nothing: 1
  kAll,          // of booleans; of nothing: true
  kAny,          // of booleans; of nothing: false
  kHalfSquares,  // half the sum of the squares, of floating-point numbers
};

/// out = the reduction of `in` over the axes that are marked, the others in their order.
///
/// Floats are added as float within short runs and the sums of the runs as double, in blocks that follow from
/// the whole sizes: the bits are the same for any number of threads. Integers add modulo 2^64.
void Reduce(Exec& exec, Reduction reduction, DataType type, absl::Span<const int64_t> sizes,
            const std::vector<bool>& reduced, const void* in, void* out);

/// How the sums over the marked axes are cut into blocks, along those that are larger than 1.
SumBlocks ReduceBlocks(absl::Span<const Extent> axes, const std::vector<bool>& reduced);

/// What a slab has of kSum, kMean or kHalfSquares of floating-point numbers: of each node as many sums as
/// there are results, before they are divided.
SumParts<double> ReduceParts(Exec& exec, Reduction reduction, DataType type, absl::Span<const Extent> axes,
                             const std::vector<bool>& reduced, const void* in);

/// The results of the sums over all; each is of `count` numbers.
void FinishSums(Reduction reduction, DataType type, absl::Span<const double> sums, int64_t count, void* out);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_SUMS_REDUCE_H_
