#ifndef VOXGRAD_COMPAT_TSL_PLATFORM_PATH_H_
#define VOXGRAD_COMPAT_TSL_PLATFORM_PATH_H_

#include "tsl/namespace.h"  // IWYU pragma: export
#include "voxgrad/util/path.h"   // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TSL_PLATFORM_PATH_H_
