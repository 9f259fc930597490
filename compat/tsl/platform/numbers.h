#ifndef VOXGRAD_COMPAT_TSL_PLATFORM_NUMBERS_H_
#define VOXGRAD_COMPAT_TSL_PLATFORM_NUMBERS_H_

#include "tsl/namespace.h"    // IWYU pragma: export
#include "voxgrad/util/numbers.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TSL_PLATFORM_NUMBERS_H_
