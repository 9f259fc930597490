#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_TEST_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_TEST_H_

#include <gtest/gtest.h>  // IWYU pragma: export

#include "tensorflow/namespace.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_PLATFORM_TEST_H_
