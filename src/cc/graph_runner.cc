#include "cc/graph_runner.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <thread>

#include "absl/strings/str_cat.h"
#include "cc/plain_status.h"
#include "core/error.h"
#include "graph/endpoint.h"
#include "page/graph/import_graph.h"

namespace voxgrad {
namespace {

/// Sets a flag after a while, unless it ends before.
class Deadline {
 public:
  explicit Deadline(int64_t ms) {
    if (ms <= 0) return;
    thread_ = std::thread([this, ms] {
      std::unique_lock<std::mutex> lock(mutex_);
      if (!done_.wait_for(lock, std::chrono::milliseconds(ms), [this] { return over_; })) passed_ = true;
    });
  }
  ~Deadline() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      over_ = true;
    }
    done_.notify_one();
    thread_.join();
  }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  const std::atomic<bool>* passed() const { return &passed_; }

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  bool over_ = false;
  std::atomic<bool> passed_ = false;
  std::thread thread_;
};

absl::StatusOr<Endpoint> FindOutput(const Graph& graph, const std::string& name) {
  absl::string_view node_name;
  Endpoint endpoint;
  if (ParseEndpoint(name, &node_name, &endpoint.index) && endpoint.index >= 0)
    endpoint.node = graph.FindNode(std::string(node_name));
  if (endpoint.node == nullptr)
    return absl::InvalidArgumentError(absl::StrCat("The graph has no output '", name, "'."));
  if (endpoint.index >= endpoint.node->num_outputs()) {
    return absl::OutOfRangeError(absl::StrCat("The graph has no output '", name, "': node '",
                                              endpoint.node->name(), "' has ", endpoint.node->num_outputs(),
                                              "."));
  }
  return endpoint;
}

absl::Status FindOutputs(const Graph& graph, const std::vector<std::string>& names,
                         std::vector<Endpoint>* endpoints) {
  for (const std::string& name : names) {
    const absl::StatusOr<Endpoint> endpoint = FindOutput(graph, name);
    if (!endpoint.ok()) return endpoint.status();
    endpoints->push_back(*endpoint);
  }
  return absl::OkStatus();
}

absl::Status NoSuchCallable(int64_t handle) {
  return absl::InvalidArgumentError(absl::StrCat("There is no callable ", handle, " in this session."));
}

}  // namespace

absl::Status GraphRunner::Run(const RunRequest& request, const std::vector<Tensor>& values,
                              const RunOptions& options, std::vector<Tensor>* outputs) {
  // TensorFlow hands the whole graph to a session before it runs a part of it.
  if (!graph_->refusal().ok()) return PlainStatus(graph_->refusal());
  const Deadline deadline(options.timeout_in_ms());
  RunControl control;
  if (options.timeout_in_ms() > 0) control.exec.cancel = deadline.passed();
  std::vector<Tensor> ignored;
  const absl::Status status = session_.Run(request, values, control, outputs ? outputs : &ignored);
  if (*deadline.passed() && !status.ok()) {
    return absl::DeadlineExceededError(
        absl::StrCat("The run took longer than ", options.timeout_in_ms(), " ms: ", status.message()));
  }
  return PlainStatus(status);
}

absl::StatusOr<RunRequest> GraphRunner::Resolve(const std::vector<std::string>& feeds,
                                                const std::vector<std::string>& fetches,
                                                const std::vector<std::string>& targets) const {
  RunRequest request;
  if (absl::Status status = FindOutputs(*graph_, feeds, &request.feeds); !status.ok()) return status;
  for (auto feed = request.feeds.begin(); feed != request.feeds.end(); ++feed) {
    if (std::find(request.feeds.begin(), feed, *feed) == feed) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("'", feed->node->name(), ":", feed->index, "' is fed more than once."));
  }
  if (absl::Status status = FindOutputs(*graph_, fetches, &request.fetches); !status.ok()) return status;
  for (const std::string& target : targets) {
    // A node to run may be named by one of its outputs.
    Node* node = graph_->FindNode(target.substr(0, target.find(':')));
    if (node == nullptr) return absl::NotFoundError(absl::StrCat("The graph has no node '", target, "'."));
    request.targets.push_back(node);
  }
  return request;
}

absl::Status GraphRunner::MakeCallable(const CallableOptions& options, CallableHandle* handle) {
  if (handle == nullptr) return NullResult("MakeCallable", "out_handle");
  absl::StatusOr<RunRequest> request = Resolve(options.feed(), options.fetch(), options.target());
  if (!request.ok()) return request.status();
  const std::lock_guard<std::mutex> lock(mutex_);
  *handle = next_handle_++;
  callables_[*handle] = {*std::move(request), options.run_options()};
  return absl::OkStatus();
}

absl::Status GraphRunner::RunCallable(CallableHandle handle, const std::vector<Tensor>& values,
                                      std::vector<Tensor>* outputs) {
  std::pair<RunRequest, RunOptions> callable;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = callables_.find(handle);
    if (found == callables_.end()) return NoSuchCallable(handle);
    callable = found->second;
  }
  if (values.size() != callable.first.feeds.size()) {
    return absl::InvalidArgumentError(absl::StrCat("The callable takes ", callable.first.feeds.size(),
                                                   " feeds, but ", values.size(), " were given."));
  }
  return Run(callable.first, values, callable.second, outputs);
}

absl::Status GraphRunner::ReleaseCallable(CallableHandle handle) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return callables_.erase(handle) == 0 ? NoSuchCallable(handle) : absl::OkStatus();
}

}  // namespace voxgrad
