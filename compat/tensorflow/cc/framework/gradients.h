#include "tensorflow/cc/framework/scope.h"  // IWYU pragma: export
#include "voxgrad/gradients.h"              // IWYU pragma: export
