#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_UTIL_ENV_VAR_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_UTIL_ENV_VAR_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/util/env_var.h"       // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_UTIL_ENV_VAR_H_
