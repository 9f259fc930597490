#ifndef VOXGRAD_COMPAT_XLA_TSL_PLATFORM_STATUSOR_H_
#define VOXGRAD_COMPAT_XLA_TSL_PLATFORM_STATUSOR_H_

#include "tsl/namespace.h"   // IWYU pragma: export
#include "voxgrad/util/errors.h"  // IWYU pragma: export
#include "voxgrad/status.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_XLA_TSL_PLATFORM_STATUSOR_H_
