#include "tensorflow/cc/framework/scope.h"  // IWYU pragma: export
#include "voxgrad/gradient_checker.h"       // IWYU pragma: export
