#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_GTL_ARRAY_SLICE_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_GTL_ARRAY_SLICE_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/array_slice.h"   // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_GTL_ARRAY_SLICE_H_
