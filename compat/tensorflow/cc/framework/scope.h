#include "tensorflow/namespace.h"
#include "voxgrad/scope.h"
