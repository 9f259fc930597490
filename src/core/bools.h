// Bools from elsewhere.
#ifndef VOXGRAD_CORE_BOOLS_H_
#define VOXGRAD_CORE_BOOLS_H_

#include "voxgrad/tensor.h"

namespace voxgrad {

/// Whether each byte of a bool tensor is 0 or 1. Any other is true to NumPy and torch, and nothing that a
/// bool may hold in C++: the ops compute with 0 and 1.
bool HoldsPlainBools(const Tensor& tensor);

/// Makes 1 of every byte that is not 0, where the tensor is one of bools.
void MakePlainBools(Tensor* tensor);

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_BOOLS_H_
