#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_UTIL_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_UTIL_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/util/tensor_util.h"   // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_UTIL_H_
