#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OP_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OP_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/op_registry.h"   // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OP_H_
