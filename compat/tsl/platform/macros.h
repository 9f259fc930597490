#ifndef VOXGRAD_COMPAT_TSL_PLATFORM_MACROS_H_
#define VOXGRAD_COMPAT_TSL_PLATFORM_MACROS_H_

#include "tsl/namespace.h"   // IWYU pragma: export
#include "voxgrad/util/macros.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TSL_PLATFORM_MACROS_H_
