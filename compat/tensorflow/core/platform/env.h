#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_ENV_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_ENV_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/util/env.h"           // IWYU pragma: export
#include "voxgrad/util/errors.h"        // IWYU pragma: export
#include "voxgrad/status.h"        // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_ENV_H_
