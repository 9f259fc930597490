#ifndef VOXGRAD_COMPAT_TSL_PLATFORM_MUTEX_H_
#define VOXGRAD_COMPAT_TSL_PLATFORM_MUTEX_H_

#include "tsl/namespace.h"  // IWYU pragma: export
#include "voxgrad/util/mutex.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TSL_PLATFORM_MUTEX_H_
