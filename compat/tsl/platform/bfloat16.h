#ifndef VOXGRAD_COMPAT_TSL_PLATFORM_BFLOAT16_H_
#define VOXGRAD_COMPAT_TSL_PLATFORM_BFLOAT16_H_

#include "tsl/namespace.h"         // IWYU pragma: export
#include "voxgrad/tensor_types.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TSL_PLATFORM_BFLOAT16_H_
