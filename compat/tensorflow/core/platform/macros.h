#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_MACROS_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_MACROS_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/util/macros.h"        // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_MACROS_H_
