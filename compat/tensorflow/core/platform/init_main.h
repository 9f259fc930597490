#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_INIT_MAIN_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_INIT_MAIN_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/util/init_main.h"     // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_INIT_MAIN_H_
