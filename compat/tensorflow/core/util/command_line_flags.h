#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_UTIL_COMMAND_LINE_FLAGS_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_UTIL_COMMAND_LINE_FLAGS_H_

#include "tensorflow/namespace.h"        // IWYU pragma: export
#include "voxgrad/util/command_line_flags.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_UTIL_COMMAND_LINE_FLAGS_H_
