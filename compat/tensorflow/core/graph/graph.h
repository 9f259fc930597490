#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_GRAPH_GRAPH_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_GRAPH_GRAPH_H_

#include "tensorflow/namespace.h"   // IWYU pragma: export
#include "voxgrad/graph.h"          // IWYU pragma: export
#include "voxgrad/graph_def.h"      // IWYU pragma: export
#include "voxgrad/node_def_util.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_GRAPH_GRAPH_H_
