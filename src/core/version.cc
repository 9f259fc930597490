#include "voxgrad/version.h"

namespace voxgrad {

const char* Version() { return VOXGRAD_VERSION_STRING; }

}  // namespace voxgrad
