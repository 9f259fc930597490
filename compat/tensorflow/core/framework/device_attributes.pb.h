#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_DEVICE_ATTRIBUTES_PB_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_DEVICE_ATTRIBUTES_PB_H_

#include "tensorflow/namespace.h"     // IWYU pragma: export
#include "voxgrad/session_options.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_DEVICE_ATTRIBUTES_PB_H_
