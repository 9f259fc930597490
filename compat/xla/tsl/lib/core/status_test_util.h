#ifndef VOXGRAD_COMPAT_XLA_TSL_LIB_CORE_STATUS_TEST_UTIL_H_
#define VOXGRAD_COMPAT_XLA_TSL_LIB_CORE_STATUS_TEST_UTIL_H_

#include "tsl/namespace.h"          // IWYU pragma: export
#include "voxgrad/util/errors.h"         // IWYU pragma: export
#include "voxgrad/util/tensor_expect.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_XLA_TSL_LIB_CORE_STATUS_TEST_UTIL_H_
