#include "tensorflow/namespace.h"
#include "voxgrad/ops.h"
