#ifndef VOXGRAD_COMPAT_XLA_TSL_PLATFORM_LOGGING_H_
#define VOXGRAD_COMPAT_XLA_TSL_PLATFORM_LOGGING_H_

#include "tsl/namespace.h"    // IWYU pragma: export
#include "voxgrad/logging.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_XLA_TSL_PLATFORM_LOGGING_H_
