#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_CORE_ERRORS_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_CORE_ERRORS_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/util/errors.h"        // IWYU pragma: export
#include "voxgrad/logging.h"       // IWYU pragma: export
#include "voxgrad/status.h"        // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_CORE_ERRORS_H_
