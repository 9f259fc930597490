#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_THREAD_ANNOTATIONS_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_THREAD_ANNOTATIONS_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/util/mutex.h"         // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_THREAD_ANNOTATIONS_H_
