#ifndef VOXGRAD_COMPAT_TENSORFLOW_CC_FRAMEWORK_TESTUTIL_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CC_FRAMEWORK_TESTUTIL_H_

#include "tensorflow/cc/framework/scope.h"   // IWYU pragma: export
#include "tensorflow/cc/ops/standard_ops.h"  // IWYU pragma: export
#include "tensorflow/namespace.h"            // IWYU pragma: export
#include "voxgrad/util/testutil.h"                // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CC_FRAMEWORK_TESTUTIL_H_
