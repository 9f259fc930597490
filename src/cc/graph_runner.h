// What the sessions of the C++ API have in common: runs of a graph with options, and callables.
#ifndef VOXGRAD_CC_GRAPH_RUNNER_H_
#define VOXGRAD_CC_GRAPH_RUNNER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "graph/session.h"
#include "voxgrad/session_options.h"

namespace voxgrad {

class GraphRunner {
 public:
  using CallableHandle = int64_t;

  explicit GraphRunner(std::shared_ptr<Graph> graph) : graph_(std::move(graph)), session_(graph_) {}

  /// `outputs` may be null.
  absl::Status Run(const RunRequest& request, const std::vector<Tensor>& values, const RunOptions& options,
                   std::vector<Tensor>* outputs);

  /// Feeds, fetches ("node:1") and targets by name.
  absl::StatusOr<RunRequest> Resolve(const std::vector<std::string>& feeds,
                                     const std::vector<std::string>& fetches,
                                     const std::vector<std::string>& targets) const;

  absl::Status MakeCallable(const CallableOptions& options, CallableHandle* handle);
  absl::Status RunCallable(CallableHandle handle, const std::vector<Tensor>& values,
                           std::vector<Tensor>* outputs);
  absl::Status ReleaseCallable(CallableHandle handle);

 private:
  std::shared_ptr<Graph> graph_;
  GraphSession session_;
  std::mutex mutex_;
  std::map<CallableHandle, std::pair<RunRequest, RunOptions>> callables_;
  CallableHandle next_handle_ = 0;
};

}  // namespace voxgrad

#endif  // VOXGRAD_CC_GRAPH_RUNNER_H_
