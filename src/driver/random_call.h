// Random calls of any op, by what the table says of its arguments: types, lists, kinds of attributes.
#ifndef VOXGRAD_DRIVER_RANDOM_CALL_H_
#define VOXGRAD_DRIVER_RANDOM_CALL_H_

#include "driver/bad_call.h"
#include "driver/random_values.h"

namespace voxgrad::driver {

/// Small tensors of shapes that often fit together and small integers where integers are wanted; nothing is
/// known of what the op makes of them, so it may refuse the call.
RawCall RandomCall(const Op& op, Random* random);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_DRIVER_RANDOM_CALL_H_
