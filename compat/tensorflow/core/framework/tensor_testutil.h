#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_TESTUTIL_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_TESTUTIL_H_

#include "tensorflow/core/framework/tensor.h"  // IWYU pragma: export
#include "voxgrad/util/tensor_testutil.h"           // IWYU pragma: export
// Without GoogleTest there are still the functions that make tensors.
#if __has_include(<gtest/gtest.h>)
#include "voxgrad/util/tensor_expect.h"  // IWYU pragma: export
#endif

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_TESTUTIL_H_
