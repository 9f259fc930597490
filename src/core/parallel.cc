#include "core/parallel.h"

#include <hwy/cache_control.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include "absl/strings/numbers.h"
#include "core/piece_cost.h"
#include "voxgrad/threads.h"

namespace voxgrad {
namespace {

std::atomic<int64_t> piece_cost{1 << 15};  // about 30 µs: long against the way to another thread
constexpr int64_t kAwakeNs = 50'000;       // that a thread waits before it sleeps: waking it costs as much
constexpr int kMaxThreads = 1024;

std::atomic<int> chosen_threads{0};
thread_local int worker_number = 0;

int DefaultThreads() {
  static const int threads = [] {
    const char* text = std::getenv("VOXGRAD_THREADS");
    int wanted = 0;
    if (text != nullptr && !absl::SimpleAtoi(text, &wanted)) wanted = 0;
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    return std::clamp(wanted > 0 ? wanted : cores, 1, kMaxThreads);
  }();
  return threads;
}

/// The pieces of one loop, handed out one by one.
struct Job {
  Exec& exec;
  absl::FunctionRef<void(int64_t, int64_t)> body;
  int64_t items;
  int64_t piece;
  std::atomic<int64_t> next{0};
  std::atomic<int> workers_inside{0};  // changed under the pool's mutex

  bool RunOnePiece() {
    if (exec.should_stop()) return false;
    const int64_t begin = next.fetch_add(piece, std::memory_order_relaxed);
    if (begin >= items) return false;
    try {
      body(begin, std::min(begin + piece, items));
    } catch (const std::bad_alloc&) {
      exec.SetOutOfMemory();
    }
    return true;
  }
};

int64_t NowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// Waits without sleeping until `done` holds, but not for long.
template <class Done>
void WaitAwake(const Done& done) {
  constexpr int kLooks = 32;  // between two at the clock
  const int64_t end = NowNs() + kAwakeNs;
  do {
    for (int i = 0; i < kLooks; ++i) {
      if (done()) return;
      hwy::Pause();
    }
  } while (NowNs() < end);
}

/// Worker threads that wait until a job is posted: awake for a moment, as the next op of a network comes
/// soon, then asleep. One job at a time; a second caller does its own work.
class Pool {
 public:
  /// False when the workers are busy with another caller's job.
  bool Post(Job* job, int helpers) {
    bool wake = false;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (job_ != nullptr) return false;
      try {
        while (static_cast<int>(threads_.size()) < helpers) AddThread();
      } catch (const std::system_error&) {
        helpers = static_cast<int>(threads_.size());  // the system gives no more: go on with these
      }
      job_ = job;
      wanted_ = helpers;
      posted_.fetch_add(1, std::memory_order_release);
      wake = sleeping_ > 0;
    }
    if (wake) wake_.notify_all();
    return true;
  }

  /// No worker enters the job any more, and those inside have left.
  void Finish(Job* job) {
    const auto all_left = [job] { return job->workers_inside.load(std::memory_order_relaxed) == 0; };
    std::unique_lock<std::mutex> lock(mutex_);
    wanted_ = 0;
    if (!all_left()) {
      lock.unlock();
      WaitAwake(all_left);
      lock.lock();
    }
    done_.wait(lock, all_left);
    job_ = nullptr;
  }

 private:
  bool HasPlace() const { return job_ != nullptr && wanted_ > 0; }

  void AwaitJob(std::unique_lock<std::mutex>* lock) {
    if (HasPlace()) return;
    const uint64_t seen = posted_.load(std::memory_order_relaxed);
    lock->unlock();
    WaitAwake([&] { return posted_.load(std::memory_order_acquire) != seen; });
    lock->lock();
    ++sleeping_;
    wake_.wait(*lock, [this] { return HasPlace(); });
    --sleeping_;
  }

  void AddThread() {
    const auto number = static_cast<int>(threads_.size()) + 1;
    threads_.emplace_back([this, number] { Work(number); });
  }

  void Work(int number) {
    worker_number = number;
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      AwaitJob(&lock);
      Job* job = job_;
      --wanted_;
      ++job->workers_inside;
      lock.unlock();
      while (job->RunOnePiece()) {
      }
      lock.lock();
      if (--job->workers_inside == 0) done_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::vector<std::thread> threads_;
  std::atomic<uint64_t> posted_{0};
  Job* job_ = nullptr;
  int wanted_ = 0;
  int sleeping_ = 0;
};

// Never destroyed: workers may sleep in it while the process ends. A forked child has no workers and cannot
// know in which state the mutex was, so it starts a pool of its own.
Pool* pool = nullptr;

Pool& ThePool() {
  static const bool made = [] {
    pool = new Pool;
    pthread_atfork(nullptr, nullptr, [] {
      pool = new Pool;
      worker_number = 0;
    });
    return true;
  }();
  static_cast<void>(made);
  return *pool;
}

}  // namespace

void SetNumThreads(int threads) { chosen_threads = std::clamp(threads, 0, kMaxThreads); }

int GetNumThreads() {
  const int threads = chosen_threads.load();
  return threads > 0 ? threads : DefaultThreads();
}

WithPieceCost::WithPieceCost(int64_t cost) : before_(piece_cost.exchange(cost)) {}
WithPieceCost::~WithPieceCost() { piece_cost = before_; }

int64_t ItemCost(int64_t total, int64_t most) {
  constexpr int64_t kItems = 16;
  return std::clamp(total / kItems, std::min(piece_cost.load(std::memory_order_relaxed), most), most);
}

int WorkerNumber() { return worker_number; }

void ParallelFor(Exec& exec, int64_t items, int64_t cost_per_item,
                 absl::FunctionRef<void(int64_t, int64_t)> body) {
  if (items <= 0) return;
  const int64_t cost = piece_cost.load(std::memory_order_relaxed);
  const int64_t piece = std::max<int64_t>(1, cost / std::max<int64_t>(1, cost_per_item));
  Job job{exec, body, items, piece};
  const int64_t pieces = (items - 1) / piece + 1;
  if (pieces == 1) {
    job.RunOnePiece();
    return;
  }
  const bool on_worker = worker_number > 0;
  const int helpers = static_cast<int>(std::min<int64_t>(exec.threads(), pieces)) - 1;
  const bool shared = helpers > 0 && !on_worker && ThePool().Post(&job, helpers);
  do {
    if (!on_worker) exec.CheckInterrupt();
  } while (job.RunOnePiece());
  if (shared) ThePool().Finish(&job);
}

}  // namespace voxgrad
