#include "voxgrad/util/threadpool.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace voxgrad {
namespace thread {

struct ThreadPool::State {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> queue;
  bool ending = false;
  std::vector<std::thread> threads;

  void Work() {
    std::unique_lock<std::mutex> lock(mutex);
    while (true) {
      changed.wait(lock, [this] { return ending || !queue.empty(); });
      if (queue.empty()) return;
      const std::function<void()> work = std::move(queue.front());
      queue.pop_front();
      lock.unlock();
      work();
      lock.lock();
    }
  }
};

ThreadPool::ThreadPool(Env*, const std::string&, int num_threads) : state_(std::make_unique<State>()) {
  for (int i = 0; i < std::max(1, num_threads); ++i)
    state_->threads.emplace_back([state = state_.get()] { state->Work(); });
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    state_->ending = true;
  }
  state_->changed.notify_all();
  for (std::thread& thread : state_->threads) thread.join();
}

void ThreadPool::Schedule(std::function<void()> work) {
  {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    state_->queue.push_back(std::move(work));
  }
  state_->changed.notify_one();
}

int ThreadPool::NumThreads() const { return static_cast<int>(state_->threads.size()); }

int ThreadPool::CurrentThreadId() const {
  for (int i = 0; i < NumThreads(); ++i) {
    if (state_->threads[static_cast<size_t>(i)].get_id() == std::this_thread::get_id()) return i;
  }
  return -1;
}

void ThreadPool::ParallelFor(int64_t total, int64_t cost_per_unit,
                             const std::function<void(int64_t begin, int64_t end)>& work) {
  constexpr int64_t kWorthIt = 10000;
  const int64_t least = std::max<int64_t>(1, kWorthIt / std::max<int64_t>(1, cost_per_unit));
  const int64_t parts = std::min<int64_t>(NumThreads(), total / least);
  // A thread of the pool must not wait for the pool.
  if (parts <= 1 || CurrentThreadId() >= 0) {
    if (total > 0) work(0, total);
    return;
  }
  std::mutex mutex;
  std::condition_variable done;
  int64_t open = parts;
  for (int64_t i = 0; i < parts; ++i) {
    Schedule([&, begin = total * i / parts, end = total * (i + 1) / parts] {
      work(begin, end);
      const std::lock_guard<std::mutex> lock(mutex);
      if (--open == 0) done.notify_one();
    });
  }
  std::unique_lock<std::mutex> lock(mutex);
  done.wait(lock, [&] { return open == 0; });
}

}  // namespace thread
}  // namespace voxgrad
