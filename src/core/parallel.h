// One loop over independent pieces of work, on several threads.
#ifndef VOXGRAD_CORE_PARALLEL_H_
#define VOXGRAD_CORE_PARALLEL_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "core/exec.h"

namespace voxgrad {

/// Calls `body(begin, end)` for consecutive pieces of [0, items), each piece once, in any order and on any
/// thread. The pieces follow from `items` and `cost_per_item` (in elementary steps, about a nanosecond)
/// alone, never from the number of threads, so whatever a body sums within its piece has the same bits
/// everywhere. Work of less than two pieces stays on the caller's thread.
///
/// A piece that runs out of memory, or an interrupt, ends the loop early; `exec` knows. A loop inside a piece
/// is done by the piece's thread, unless that is the caller's and the workers have nothing to do.
void ParallelFor(Exec& exec, int64_t items, int64_t cost_per_item,
                 absl::FunctionRef<void(int64_t, int64_t)> body);

/// The cost of an item when work that costs `total` is cut into items of `most` at most: less where there
/// would be few of them, but each worth a hand-over.
int64_t ItemCost(int64_t total, int64_t most);

/// Which of the pool's workers this thread is, counted from 1; 0 on every other thread. The one thing that a
/// thread knows of itself: a worker shares its loops with nobody, and finds its own scratch memory.
int WorkerNumber();

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_PARALLEL_H_
