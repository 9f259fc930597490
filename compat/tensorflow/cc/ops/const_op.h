#include "tensorflow/cc/framework/scope.h"  // IWYU pragma: export
#include "voxgrad/const_op.h"               // IWYU pragma: export
