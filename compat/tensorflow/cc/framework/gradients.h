#include "tensorflow/namespace.h"
#include "voxgrad/gradients.h"
