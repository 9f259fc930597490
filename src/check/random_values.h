// Tensors of random numbers that are the same on every machine.
#ifndef VOXGRAD_CHECK_RANDOM_VALUES_H_
#define VOXGRAD_CHECK_RANDOM_VALUES_H_

#include "absl/status/statusor.h"
#include "core/random.h"
#include "voxgrad/tensor.h"

namespace voxgrad::driver {

using voxgrad::Random;

enum class Values {
  kEighths,  // multiples of 1/8 in [-4, 4): sums stay exact, ties happen
  kReal,     // uniform in [-1, 1)
  kSpecial,  // eighths with some NaN, infinities and signed zeros
};

/// A tensor of random numbers. Integers are drawn from the whole range of a small type, so that sums wrap.
absl::StatusOr<Tensor> RandomTensor(DataType type, const TensorShape& shape, Values values, Random* random);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_CHECK_RANDOM_VALUES_H_
