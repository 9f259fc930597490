// Work for the end of a block, under the names that TensorFlow programs use.
#ifndef VOXGRAD_UTIL_CLEANUP_H_
#define VOXGRAD_UTIL_CLEANUP_H_

#include <optional>
#include <utility>

namespace voxgrad {
namespace gtl {

/// Calls a function when it is destroyed, unless it was released.
template <class Function>
class Cleanup {
 public:
  explicit Cleanup(Function function) : function_(std::move(function)) {}
  Cleanup(Cleanup&& other) noexcept : function_(other.release()) {}
  Cleanup& operator=(Cleanup&&) = delete;
  ~Cleanup() {
    if (function_) (*function_)();
  }

  std::optional<Function> release() { return std::exchange(function_, std::nullopt); }

 private:
  std::optional<Function> function_;
};

template <class Function>
Cleanup<Function> MakeCleanup(Function function) {
  return Cleanup<Function>(std::move(function));
}

}  // namespace gtl
}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_CLEANUP_H_
