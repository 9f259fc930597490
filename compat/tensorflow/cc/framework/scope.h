// TensorFlow's own header brings all of these, and programs count on it.
#include "tensorflow/core/framework/graph.pb.h"  // IWYU pragma: export
#include "tensorflow/core/framework/tensor.h"    // IWYU pragma: export
#include "tensorflow/core/lib/strings/strcat.h"  // IWYU pragma: export
#include "tensorflow/core/platform/env.h"        // IWYU pragma: export
#include "tensorflow/namespace.h"                // IWYU pragma: export
#include "voxgrad/graph_def.h"                   // IWYU pragma: export
#include "voxgrad/scope.h"                       // IWYU pragma: export
