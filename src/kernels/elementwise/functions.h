// Functions that take more than an instruction, many floats at a time.
#ifndef VOXGRAD_KERNELS_ELEMENTWISE_FUNCTIONS_H_
#define VOXGRAD_KERNELS_ELEMENTWISE_FUNCTIONS_H_

#include "kernels/elementwise/loops.h"

namespace voxgrad::cpu {

/// The loop of that function over elements of that type; without `run` where there is none.
elementwise::Loop FindUnary(UnaryFunction f, DataType type);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_ELEMENTWISE_FUNCTIONS_H_
