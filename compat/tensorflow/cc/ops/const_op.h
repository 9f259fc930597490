#include "tensorflow/namespace.h"
#include "voxgrad/const_op.h"
