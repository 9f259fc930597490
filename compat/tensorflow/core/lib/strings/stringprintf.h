#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_STRINGS_STRINGPRINTF_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_STRINGS_STRINGPRINTF_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/util/strcat.h"        // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_LIB_STRINGS_STRINGPRINTF_H_
