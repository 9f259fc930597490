// One loop over independent pieces of work, on several threads.
#ifndef VOXGRAD_CORE_PARALLEL_H_
#define VOXGRAD_CORE_PARALLEL_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"

namespace voxgrad {

/// Calls `body(begin, end)` for consecutive pieces of [0, items), each piece once, in any order and on any
/// thread. The pieces follow from `items` and `cost_per_item` (in elementary steps, about a nanosecond)
/// alone, never from the number of threads, so whatever a body sums within its piece has the same bits
/// everywhere. Work of less than two pieces stays on the caller's thread.
///
/// A piece that runs out of memory, or an interrupt, ends the loop early; the ScopedRun around it knows.
void ParallelFor(int64_t items, int64_t cost_per_item, absl::FunctionRef<void(int64_t, int64_t)> body);

/// The cost of an item when work that costs `total` is cut into items of `most` at most: less where there
/// would be few of them, but each worth a hand-over.
int64_t ItemCost(int64_t total, int64_t most);

/// Asked now and then on the thread that called, between two pieces; true ends the loops.
using InterruptPoll = bool (*)();

/// Collects how the loops below it on this thread ended.
///
///     ScopedRun run(poll);
///     kernel(…);             // calls ParallelFor
///     return run.status();   // OK, Cancelled or ResourceExhausted
class ScopedRun {
 public:
  explicit ScopedRun(InterruptPoll poll = nullptr);
  ~ScopedRun();
  ScopedRun(const ScopedRun&) = delete;
  ScopedRun& operator=(const ScopedRun&) = delete;

  absl::Status status() const;

  static ScopedRun* current();
  bool should_stop() const { return cancelled_ || out_of_memory_; }
  /// Asks the poll, at most every 20 ms.
  void CheckInterrupt();
  void SetOutOfMemory() { out_of_memory_ = true; }

 private:
  InterruptPoll poll_;
  ScopedRun* outer_;
  int64_t next_poll_ns_ = 0;
  bool cancelled_ = false;
  bool out_of_memory_ = false;
};

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_PARALLEL_H_
