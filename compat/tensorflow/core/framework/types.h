#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TYPES_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TYPES_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/array_slice.h"   // IWYU pragma: export
#include "voxgrad/logging.h"       // IWYU pragma: export
#include "voxgrad/tensor_types.h"  // IWYU pragma: export
#include "voxgrad/types.h"         // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TYPES_H_
