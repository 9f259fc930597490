#ifndef VOXGRAD_COMPAT_XLA_TSL_PLATFORM_TEST_H_
#define VOXGRAD_COMPAT_XLA_TSL_PLATFORM_TEST_H_

#include <gtest/gtest.h>  // IWYU pragma: export

#include "tsl/namespace.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_XLA_TSL_PLATFORM_TEST_H_
