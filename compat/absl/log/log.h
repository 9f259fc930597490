#ifndef VOXGRAD_COMPAT_ABSL_LOG_LOG_H_
#define VOXGRAD_COMPAT_ABSL_LOG_LOG_H_

// In Abseil since 2023; programs written for TensorFlow may expect it.
#if __has_include_next("absl/log/log.h")
#include_next "absl/log/log.h"
#else
#include "voxgrad/logging.h"  // IWYU pragma: export
#endif

#endif  // VOXGRAD_COMPAT_ABSL_LOG_LOG_H_
