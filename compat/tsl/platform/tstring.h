#ifndef VOXGRAD_COMPAT_TSL_PLATFORM_TSTRING_H_
#define VOXGRAD_COMPAT_TSL_PLATFORM_TSTRING_H_

#include "tsl/namespace.h"    // IWYU pragma: export
#include "voxgrad/tstring.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TSL_PLATFORM_TSTRING_H_
