#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_GRAPH_NODE_BUILDER_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_GRAPH_NODE_BUILDER_H_

#include "tensorflow/core/graph/graph.h"  // IWYU pragma: export
#include "voxgrad/node_builder.h"         // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_GRAPH_NODE_BUILDER_H_
