// What runs have left behind, by session: results to look at, variables, and work that need not be done
// again.
#ifndef VOXGRAD_STUDIO_RESULTS_H_
#define VOXGRAD_STUDIO_RESULTS_H_

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/session.h"
#include "studio/tensor_stats.h"
#include "voxgrad/tensor.h"

namespace voxgrad::studio {

/// A tensor with what was found out about it. The numbers are counted at the first question.
class Result {
 public:
  explicit Result(Tensor tensor) : tensor_(std::move(tensor)) {}
  const Tensor& tensor() const { return tensor_; }
  const TensorStats& stats() const;

 private:
  const Tensor tensor_;
  mutable std::once_flag once_;
  mutable TensorStats stats_;
};
using ResultPtr = std::shared_ptr<const Result>;

/// The work of one tab.
struct SessionState {
  /// Held by a run; looks at results take only the lock of the store.
  std::timed_mutex running;
  // ---- for the run that holds `running`
  std::unique_ptr<GraphSession> session;  // of the last run; its variables go to the next
  std::set<std::string> initialized;      // keys of nodes marked `_init` that have run
  struct Kept {
    std::vector<ResultPtr> outputs;
    uint64_t last_run = 0;
  };
  std::unordered_map<std::string, Kept> kept;  // by the key of a node's content
  uint64_t runs = 0;
  // ---- under the lock of the store
  std::map<std::string, ResultPtr> results;  // "y:0"
  size_t bytes = 0;
};

/// All sessions. Those that were not used for longest go first.
class ResultStore {
 public:
  /// The session of that name, made where there is none.
  std::shared_ptr<SessionState> Session(const std::string& name);

  /// A result by its output; null when there is none.
  ResultPtr Find(const std::string& session, const std::string& output);

  /// Adds results to what can be looked at, and lets go of sessions past the limits.
  void Put(const std::string& session, const std::map<std::string, ResultPtr>& results, bool replace);

 private:
  using Entry = std::pair<std::string, std::shared_ptr<SessionState>>;
  std::shared_ptr<SessionState> Touch(const std::string& name, bool make);
  void Trim();

  std::mutex mutex_;
  std::list<Entry> sessions_;  // the one used last in front
};

/// The most bytes that results may take.
size_t MostResultBytes();

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_RESULTS_H_
