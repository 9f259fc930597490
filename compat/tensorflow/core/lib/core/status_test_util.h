#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_CORE_STATUS_TEST_UTIL_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_CORE_STATUS_TEST_UTIL_H_

#include "tensorflow/namespace.h"   // IWYU pragma: export
#include "voxgrad/util/errors.h"         // IWYU pragma: export
#include "voxgrad/util/tensor_expect.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_CORE_STATUS_TEST_UTIL_H_
