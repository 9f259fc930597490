// What a slab has of the filter gradient of the whole. The parts of all slabs make the whole's, bit for bit,
// see sum_tree.h.
#ifndef VOXGRAD_KERNELS_FILTER_PARTS_H_
#define VOXGRAD_KERNELS_FILTER_PARTS_H_

#include "core/exec.h"
#include "kernels/problem.h"
#include "kernels/sum_tree.h"

namespace voxgrad {

/// How the sum over images, depth, height and width of the output is cut into blocks.
SumBlocks FilterSumBlocks(const ConvProblem& problem);

/// For each of SubtreesOf(blocks.all(), blocks.held()) a filter gradient, of floats, or of doubles for
/// double.
void ConvBackpropFilterParts(Exec& exec, const ConvProblem& slab, const void* in, const void* out_grad,
                             void* parts);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_FILTER_PARTS_H_
