#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_GTL_MAP_UTIL_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_GTL_MAP_UTIL_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/util/map_util.h"      // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_GTL_MAP_UTIL_H_
