#ifndef VOXGRAD_COMPAT_TSL_PLATFORM_STR_UTIL_H_
#define VOXGRAD_COMPAT_TSL_PLATFORM_STR_UTIL_H_

#include "tsl/namespace.h"     // IWYU pragma: export
#include "voxgrad/util/str_util.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TSL_PLATFORM_STR_UTIL_H_
