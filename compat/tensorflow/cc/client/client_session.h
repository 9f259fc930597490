#include "tensorflow/cc/framework/scope.h"  // IWYU pragma: export
#include "voxgrad/client_session.h"         // IWYU pragma: export
