#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_COMMON_RUNTIME_GRAPH_CONSTRUCTOR_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_COMMON_RUNTIME_GRAPH_CONSTRUCTOR_H_

#include "tensorflow/namespace.h"       // IWYU pragma: export
#include "voxgrad/graph.h"              // IWYU pragma: export
#include "voxgrad/graph_constructor.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_COMMON_RUNTIME_GRAPH_CONSTRUCTOR_H_
