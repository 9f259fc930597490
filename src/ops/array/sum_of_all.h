// The sum that is the gradient of a number which went everywhere.
#ifndef VOXGRAD_OPS_ARRAY_SUM_OF_ALL_H_
#define VOXGRAD_OPS_ARRAY_SUM_OF_ALL_H_

#include "ops/table/gradient.h"

namespace voxgrad::rules {

/// The axes of a value, 0 to its rank: a constant where the rank is known.
Grad::Value AllAxes(Grad& g, Grad::Value value);

/// The sum of all elements, a scalar.
Grad::Value SumOfAll(Grad& g, Grad::Value value);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_ARRAY_SUM_OF_ALL_H_
