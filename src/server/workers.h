// A few threads for what takes longer than the io thread may.
#ifndef VOXGRAD_SERVER_WORKERS_H_
#define VOXGRAD_SERVER_WORKERS_H_

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace voxgrad::server {

class Workers {
 public:
  explicit Workers(int threads);
  /// Does what is still waiting, then ends.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Jobs of the same key are done one after another, in order; those without one (empty) all at once.
  void Submit(std::string key, std::function<void()> job);

 private:
  struct Job {
    std::string key;
    std::function<void()> work;
  };
  void Work();
  /// The first job that may begin; `jobs_.end()` where there is none. The mutex is held.
  std::deque<Job>::iterator Next();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  std::set<std::string> busy_;  // keys of jobs that are being done
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace voxgrad::server

#endif  // VOXGRAD_SERVER_WORKERS_H_
