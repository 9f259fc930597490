#include "tensorflow/namespace.h"
#include "voxgrad/client_session.h"
