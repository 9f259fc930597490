#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_CORE_ERROR_CODES_PB_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_CORE_ERROR_CODES_PB_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/status.h"        // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_CORE_ERROR_CODES_PB_H_
