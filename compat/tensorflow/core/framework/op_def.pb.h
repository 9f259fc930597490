#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OP_DEF_PB_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OP_DEF_PB_H_

#include "tensorflow/namespace.h"       // IWYU pragma: export
#include "voxgrad/page/function_def.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OP_DEF_PB_H_
