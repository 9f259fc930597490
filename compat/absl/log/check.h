#ifndef VOXGRAD_COMPAT_ABSL_LOG_CHECK_H_
#define VOXGRAD_COMPAT_ABSL_LOG_CHECK_H_

// In Abseil since 2023; programs written for TensorFlow may expect it.
#if __has_include_next("absl/log/check.h")
#include_next "absl/log/check.h"
#else
#include "voxgrad/logging.h"  // IWYU pragma: export
#endif

#endif  // VOXGRAD_COMPAT_ABSL_LOG_CHECK_H_
