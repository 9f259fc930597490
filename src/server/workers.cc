#include "server/workers.h"

#include <algorithm>
#include <utility>

namespace voxgrad::server {

Workers::Workers(int threads) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::Submit(std::string key, std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back({std::move(key), std::move(job)});
  }
  changed_.notify_one();
}

std::deque<Workers::Job>::iterator Workers::Next() {
  return std::find_if(jobs_.begin(), jobs_.end(),
                      [this](const Job& job) { return !busy_.contains(job.key); });
}

void Workers::Work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    auto next = jobs_.end();
    changed_.wait(lock, [&] {
      next = Next();
      return next != jobs_.end() || (ending_ && jobs_.empty());
    });
    if (next == jobs_.end()) return;
    Job job = std::move(*next);
    jobs_.erase(next);
    if (!job.key.empty()) busy_.insert(job.key);
    lock.unlock();
    job.work();
    job.work = nullptr;  // what it holds goes before anyone may ask whether it is done
    lock.lock();
    if (!job.key.empty()) busy_.erase(job.key);
    // A job of the same key may begin now, and the last one ends the others' wait.
    changed_.notify_all();
  }
}

}  // namespace voxgrad::server
