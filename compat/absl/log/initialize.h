#ifndef VOXGRAD_COMPAT_ABSL_LOG_INITIALIZE_H_
#define VOXGRAD_COMPAT_ABSL_LOG_INITIALIZE_H_

// In Abseil since 2023; programs written for TensorFlow may expect it.
#if __has_include_next("absl/log/initialize.h")
#include_next "absl/log/initialize.h"
#else
namespace absl {

inline void InitializeLog() {}

}  // namespace absl
#endif

#endif  // VOXGRAD_COMPAT_ABSL_LOG_INITIALIZE_H_
