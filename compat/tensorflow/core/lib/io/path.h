#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_IO_PATH_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_IO_PATH_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/util/path.h"          // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_IO_PATH_H_
