#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_GRAPH_DEFAULT_DEVICE_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_GRAPH_DEFAULT_DEVICE_H_

#include "tensorflow/namespace.h"    // IWYU pragma: export
#include "voxgrad/util/default_device.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_GRAPH_DEFAULT_DEVICE_H_
