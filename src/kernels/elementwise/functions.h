// Functions that take more than an instruction, many floats at a time.
#ifndef VOXGRAD_KERNELS_ELEMENTWISE_FUNCTIONS_H_
#define VOXGRAD_KERNELS_ELEMENTWISE_FUNCTIONS_H_

#include "kernels/elementwise/elementwise.h"

namespace voxgrad {
namespace cpu {

/// The loops of floats that there are.
struct FloatLoops {
  elementwise::Loop exp, expm1, log, log1p, sin, cos, tanh, erf, floor, ceil, round, sigmoid, elu, selu,
      softplus, sqrt, rsqrt, reciprocal;
};

}  // namespace cpu

/// Names one of them: `&cpu::FloatLoops::exp`.
using FloatLoop = elementwise::Loop cpu::FloatLoops::*;

namespace cpu {

/// That loop for elements of that type; without `run` where there is none.
elementwise::Loop FindLoop(FloatLoop loop, DataType type);

}  // namespace cpu
}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_ELEMENTWISE_FUNCTIONS_H_
