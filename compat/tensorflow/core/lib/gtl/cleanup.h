#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_GTL_CLEANUP_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_GTL_CLEANUP_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/util/cleanup.h"       // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_GTL_CLEANUP_H_
