#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_H_

#include "tensorflow/namespace.h"        // IWYU pragma: export
#include "voxgrad/array_slice.h"         // IWYU pragma: export
#include "voxgrad/util/errors.h"              // IWYU pragma: export
#include "voxgrad/logging.h"             // IWYU pragma: export
#include "voxgrad/util/macros.h"              // IWYU pragma: export
#include "voxgrad/status.h"              // IWYU pragma: export
#include "voxgrad/tensor_maps.h"         // IWYU pragma: export
#include "voxgrad/util/tensor_shape_utils.h"  // IWYU pragma: export
#include "voxgrad/types.h"               // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_H_
