#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_UTIL_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_UTIL_H_

#include "tensorflow/namespace.h"   // IWYU pragma: export
#include "voxgrad/graph_def.h"      // IWYU pragma: export
#include "voxgrad/node_def_util.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_UTIL_H_
