#ifndef VOXGRAD_COMPAT_XLA_TSL_PLATFORM_INIT_MAIN_H_
#define VOXGRAD_COMPAT_XLA_TSL_PLATFORM_INIT_MAIN_H_

#include "tsl/namespace.h"      // IWYU pragma: export
#include "voxgrad/util/init_main.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_XLA_TSL_PLATFORM_INIT_MAIN_H_
