#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_GRAPH_GRAPH_DEF_BUILDER_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_GRAPH_GRAPH_DEF_BUILDER_H_

#include "tensorflow/namespace.h"       // IWYU pragma: export
#include "voxgrad/graph_def_builder.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_GRAPH_GRAPH_DEF_BUILDER_H_
