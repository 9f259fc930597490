// Locks under the names that TensorFlow programs use.
#ifndef VOXGRAD_UTIL_MUTEX_H_
#define VOXGRAD_UTIL_MUTEX_H_

#include <condition_variable>
#include <mutex>
#include <shared_mutex>

// What a lock guards, for clang's analysis of TensorFlow's own lock; here it is for the reader.
#define TF_GUARDED_BY(LOCK)
#define TF_EXCLUSIVE_LOCKS_REQUIRED(...)
#define TF_SHARED_LOCKS_REQUIRED(...)
#define TF_LOCKS_EXCLUDED(...)

namespace voxgrad {

class mutex : public std::shared_mutex {};

/// Holds the lock as long as it lives.
class mutex_lock : public std::unique_lock<std::shared_mutex> {
 public:
  explicit mutex_lock(voxgrad::mutex& lock) : std::unique_lock<std::shared_mutex>(lock) {}
};
/// The same beside others that only read.
class tf_shared_lock : public std::shared_lock<std::shared_mutex> {
 public:
  explicit tf_shared_lock(voxgrad::mutex& lock) : std::shared_lock<std::shared_mutex>(lock) {}
};

using condition_variable = std::condition_variable_any;

}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_MUTEX_H_
