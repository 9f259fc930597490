#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_STATUS_MATCHERS_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_STATUS_MATCHERS_H_

#include "tensorflow/namespace.h"     // IWYU pragma: export
#include "voxgrad/util/status_matchers.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_STATUS_MATCHERS_H_
