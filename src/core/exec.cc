#include "core/exec.h"

#include <chrono>

#include "voxgrad/threads.h"

namespace voxgrad {

int Exec::threads() const { return options_.threads > 0 ? options_.threads : GetNumThreads(); }

void Exec::CheckInterrupt() {
  if (options_.poll == nullptr) return;
  constexpr int64_t kApartNs = 20'000'000;
  const int64_t now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                          std::chrono::steady_clock::now().time_since_epoch())
                          .count();
  if (next_poll_ns_ == 0) next_poll_ns_ = now + kApartNs;
  if (now < next_poll_ns_) return;
  next_poll_ns_ = now + kApartNs;
  if (options_.poll()) cancelled_.store(true, std::memory_order_relaxed);
}

absl::Status Exec::status() const {
  if (cancelled_.load(std::memory_order_relaxed)) return absl::CancelledError("interrupted");
  if (out_of_memory_.load(std::memory_order_relaxed))
    return absl::ResourceExhaustedError("no memory for the work space");
  return absl::OkStatus();
}

}  // namespace voxgrad
