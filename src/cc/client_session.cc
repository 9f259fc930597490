#include "voxgrad/client_session.h"

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "cc/plain_status.h"
#include "graph/session.h"

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

absl::Status CheckOutput(const Output& output, const char* what) {
  if (output.node() != nullptr) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("A ", what,
                   " is no output of any node: the op it came from could not be made (see the "
                   "scope's status), or there is no gradient."));
}

absl::StatusOr<Endpoint> FindEndpoint(const Graph& graph, const std::string& name) {
  std::string node_name = name;
  int index = 0;
  const size_t colon = name.rfind(':');
  if (colon != std::string::npos) {
    node_name = name.substr(0, colon);
    if (!absl::SimpleAtoi(name.substr(colon + 1), &index)) index = -1;
  }
  Node* node = graph.FindNode(node_name);
  if (node == nullptr || index < 0 || index >= std::max(1, node->num_outputs()))
    return absl::NotFoundError(absl::StrCat("The graph has no output '", name, "'."));
  return Endpoint{node, index};
}

}  // namespace

struct ClientSession::Impl {
  explicit Impl(const Scope& scope) : graph(scope.graph_as_shared_ptr()), session(graph) {}

  absl::Status Run(const RunRequest& request, const std::vector<Tensor>& values, const RunOptions& options,
                   std::vector<Tensor>* outputs) {
    const Deadline deadline(options.timeout_in_ms());
    RunControl control;
    if (options.timeout_in_ms() > 0) control.cancel = deadline.passed();
    std::vector<Tensor> ignored;
    const absl::Status status = session.Run(request, values, control, outputs ? outputs : &ignored);
    if (*deadline.passed() && !status.ok()) {
      return absl::DeadlineExceededError(
          absl::StrCat("The run took longer than ", options.timeout_in_ms(), " ms: ", status.message()));
    }
    return PlainStatus(status);
  }

  std::shared_ptr<Graph> graph;
  Session session;
  std::mutex mutex;
  std::map<CallableHandle, std::pair<RunRequest, RunOptions>> callables;
  CallableHandle next_handle = 0;
};

ClientSession::ClientSession(const Scope& scope) : impl_(std::make_unique<Impl>(scope)) {}
ClientSession::ClientSession(const Scope& scope, const std::string&) : ClientSession(scope) {}
ClientSession::ClientSession(const Scope& scope, const SessionOptions&) : ClientSession(scope) {}
ClientSession::~ClientSession() = default;

absl::Status ClientSession::Run(const std::vector<Output>& fetch_outputs,
                                std::vector<Tensor>* outputs) const {
  return Run(FeedType(), fetch_outputs, {}, outputs);
}

absl::Status ClientSession::Run(const FeedType& inputs, const std::vector<Output>& fetch_outputs,
                                std::vector<Tensor>* outputs) const {
  return Run(inputs, fetch_outputs, {}, outputs);
}

absl::Status ClientSession::Run(const FeedType& inputs, const std::vector<Output>& fetch_outputs,
                                const std::vector<Operation>& run_outputs,
                                std::vector<Tensor>* outputs) const {
  return Run(RunOptions(), inputs, fetch_outputs, run_outputs, outputs, nullptr);
}

absl::Status ClientSession::Run(const RunOptions& run_options, const FeedType& inputs,
                                const std::vector<Output>& fetch_outputs,
                                const std::vector<Operation>& run_outputs, std::vector<Tensor>* outputs,
                                RunMetadata*) const {
  RunRequest request;
  std::vector<Tensor> values;
  for (const auto& [output, value] : inputs) {
    if (absl::Status status = CheckOutput(output, "feed"); !status.ok()) return status;
    if (!value.status.ok()) return value.status;
    request.feeds.push_back({output.node(), output.index()});
    values.push_back(value.tensor);
  }
  for (const Output& output : fetch_outputs) {
    if (absl::Status status = CheckOutput(output, "fetch"); !status.ok()) return status;
    request.fetches.push_back({output.node(), output.index()});
  }
  for (const Operation& operation : run_outputs) {
    if (absl::Status status = CheckOutput(Output(operation, 0), "operation to run"); !status.ok())
      return status;
    request.targets.push_back(operation.node());
  }
  return impl_->Run(request, values, run_options, outputs);
}

absl::Status ClientSession::Run(const RunOptions& run_options, const FeedType& inputs,
                                const std::vector<Output>& fetch_outputs,
                                const std::vector<Operation>& run_outputs, std::vector<Tensor>* outputs,
                                RunMetadata* run_metadata, const thread::ThreadPoolOptions&) const {
  return Run(run_options, inputs, fetch_outputs, run_outputs, outputs, run_metadata);
}

absl::Status ClientSession::MakeCallable(const CallableOptions& callable_options,
                                         CallableHandle* out_handle) {
  RunRequest request;
  const auto find = [&](const std::vector<std::string>& names, std::vector<Endpoint>* endpoints) {
    for (const std::string& name : names) {
      const absl::StatusOr<Endpoint> endpoint = FindEndpoint(*impl_->graph, name);
      if (!endpoint.ok()) return endpoint.status();
      endpoints->push_back(*endpoint);
    }
    return absl::OkStatus();
  };
  if (absl::Status status = find(callable_options.feed(), &request.feeds); !status.ok()) return status;
  if (absl::Status status = find(callable_options.fetch(), &request.fetches); !status.ok()) return status;
  std::vector<Endpoint> targets;
  if (absl::Status status = find(callable_options.target(), &targets); !status.ok()) return status;
  for (const Endpoint& target : targets) request.targets.push_back(target.node);
  const std::lock_guard<std::mutex> lock(impl_->mutex);
  *out_handle = impl_->next_handle++;
  impl_->callables[*out_handle] = {std::move(request), callable_options.run_options()};
  return absl::OkStatus();
}

absl::Status ClientSession::RunCallable(CallableHandle handle, const std::vector<Tensor>& feed_tensors,
                                        std::vector<Tensor>* fetch_tensors, RunMetadata*) {
  std::pair<RunRequest, RunOptions> callable;
  {
    const std::lock_guard<std::mutex> lock(impl_->mutex);
    const auto found = impl_->callables.find(handle);
    if (found == impl_->callables.end())
      return absl::InvalidArgumentError(absl::StrCat("There is no callable ", handle, " in this session."));
    callable = found->second;
  }
  if (feed_tensors.size() != callable.first.feeds.size()) {
    return absl::InvalidArgumentError(absl::StrCat("The callable takes ", callable.first.feeds.size(),
                                                   " feeds, but ", feed_tensors.size(), " were given."));
  }
  return impl_->Run(callable.first, feed_tensors, callable.second, fetch_tensors);
}

absl::Status ClientSession::ReleaseCallable(CallableHandle handle) {
  const std::lock_guard<std::mutex> lock(impl_->mutex);
  if (impl_->callables.erase(handle) == 0)
    return absl::InvalidArgumentError(absl::StrCat("There is no callable ", handle, " in this session."));
  return absl::OkStatus();
}

}  // namespace voxgrad
