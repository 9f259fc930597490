#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_CORE_THREADPOOL_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_CORE_THREADPOOL_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/util/threadpool.h"    // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_CORE_THREADPOOL_H_
