// The version of the headers and, as a function, that of the library a program runs with.
#ifndef VOXGRAD_VERSION_H_
#define VOXGRAD_VERSION_H_

#include "voxgrad/export.h"

#define VOXGRAD_VERSION_STRING "0.1.0"

namespace voxgrad {

VOXGRAD_API const char* Version();

}  // namespace voxgrad

#endif  // VOXGRAD_VERSION_H_
