#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_PROTOBUF_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_PROTOBUF_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/page/message.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_PROTOBUF_H_
