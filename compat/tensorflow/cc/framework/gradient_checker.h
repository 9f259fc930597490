#include "tensorflow/namespace.h"
#include "voxgrad/gradient_checker.h"
