// Random calls of any op, by what the table says of its arguments: types, lists, kinds of attributes.
#ifndef VOXGRAD_FUZZ_RANDOM_CALL_H_
#define VOXGRAD_FUZZ_RANDOM_CALL_H_

#include "check/random_values.h"
#include "fuzz/bad_call.h"

namespace voxgrad::driver {

/// Small tensors of shapes that often fit together and small integers where integers are wanted; nothing is
/// known of what the op makes of them, so it may refuse the call.
RawCall RandomCall(const Op& op, Random* random);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_FUZZ_RANDOM_CALL_H_
