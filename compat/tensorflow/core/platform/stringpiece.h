#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_STRINGPIECE_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_STRINGPIECE_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/string_piece.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_STRINGPIECE_H_
