// Elements that the processor reads one by one: sizes, axes, rates. Not for data.
#ifndef VOXGRAD_CORE_HOST_VALUES_H_
#define VOXGRAD_CORE_HOST_VALUES_H_

#include "voxgrad/tensor.h"

namespace voxgrad {

/// The elements of a tensor of integers or booleans.
Ints IntegersOf(const Tensor& tensor);

/// The only element of a tensor of floating-point numbers.
double NumberOf(const Tensor& scalar);

/// A scalar of a floating-point type.
Tensor ScalarOf(DataType type, double number);

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_HOST_VALUES_H_
