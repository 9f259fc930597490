#ifndef VOXGRAD_COMPAT_XLA_TSL_PLATFORM_STATUS_MATCHERS_H_
#define VOXGRAD_COMPAT_XLA_TSL_PLATFORM_STATUS_MATCHERS_H_

#include "tsl/namespace.h"            // IWYU pragma: export
#include "voxgrad/util/status_matchers.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_XLA_TSL_PLATFORM_STATUS_MATCHERS_H_
