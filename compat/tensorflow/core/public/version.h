#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_PUBLIC_VERSION_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_PUBLIC_VERSION_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export

/// The version of the GraphDef format that TensorFlow 2.21 writes, and the oldest that it reads.
#define TF_GRAPH_DEF_VERSION 2474
#define TF_GRAPH_DEF_VERSION_MIN_CONSUMER 0
#define TF_GRAPH_DEF_VERSION_MIN_PRODUCER 0

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_PUBLIC_VERSION_H_
