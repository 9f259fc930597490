#ifndef VOXGRAD_COMPAT_TSL_PLATFORM_STRCAT_H_
#define VOXGRAD_COMPAT_TSL_PLATFORM_STRCAT_H_

#include "tsl/namespace.h"   // IWYU pragma: export
#include "voxgrad/util/strcat.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TSL_PLATFORM_STRCAT_H_
