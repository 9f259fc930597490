// Threads that run what programs hand them. The ops have a pool of their own (voxgrad/threads.h).
#ifndef VOXGRAD_UTIL_THREADPOOL_H_
#define VOXGRAD_UTIL_THREADPOOL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "voxgrad/export.h"
#include "voxgrad/util/env.h"

namespace voxgrad {
namespace thread {

/// The destructor waits until all work is done.
///
///     thread::ThreadPool pool(Env::Default(), "steps", 4);
///     pool.Schedule([] { … });
class VOXGRAD_API ThreadPool {
 public:
  ThreadPool(Env* env, const std::string& name, int num_threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  void Schedule(std::function<void()> work);
  int NumThreads() const;
  /// From 0; -1 on a thread that is not of this pool.
  int CurrentThreadId() const;
  /// Calls work(begin, end) for parts of [0, total) and waits. The cost of one unit is in cycles: cheap ones
  /// are not split further.
  void ParallelFor(int64_t total, int64_t cost_per_unit,
                   const std::function<void(int64_t begin, int64_t end)>& work);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace thread
}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_THREADPOOL_H_
