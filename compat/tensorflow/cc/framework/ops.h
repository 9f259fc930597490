#include "tensorflow/cc/framework/scope.h"  // IWYU pragma: export
#include "voxgrad/ops.h"                    // IWYU pragma: export
