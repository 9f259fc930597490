#ifndef VOXGRAD_COMPAT_TSL_PLATFORM_THREADPOOL_H_
#define VOXGRAD_COMPAT_TSL_PLATFORM_THREADPOOL_H_

#include "tsl/namespace.h"       // IWYU pragma: export
#include "voxgrad/util/threadpool.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TSL_PLATFORM_THREADPOOL_H_
