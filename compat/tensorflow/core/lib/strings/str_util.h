#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_STRINGS_STR_UTIL_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_STRINGS_STR_UTIL_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/util/str_util.h"      // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_STRINGS_STR_UTIL_H_
