#include "voxgrad/client_session.h"

#include "cc/graph_runner.h"

namespace voxgrad {

struct ClientSession::Impl {
  explicit Impl(const Scope& scope) : runner(scope.graph_as_shared_ptr()) {}

  GraphRunner runner;
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
    if (!value.status.ok()) return value.status;
    request.feeds.push_back({output.node(), output.index()});
    values.push_back(value.tensor);
  }
  for (const Output& output : fetch_outputs) request.fetches.push_back({output.node(), output.index()});
  for (const Operation& operation : run_outputs) request.targets.push_back(operation.node());
  return impl_->runner.Run(request, values, run_options, outputs);
}

absl::Status ClientSession::Run(const RunOptions& run_options, const FeedType& inputs,
                                const std::vector<Output>& fetch_outputs,
                                const std::vector<Operation>& run_outputs, std::vector<Tensor>* outputs,
                                RunMetadata* run_metadata, const thread::ThreadPoolOptions&) const {
  return Run(run_options, inputs, fetch_outputs, run_outputs, outputs, run_metadata);
}

absl::Status ClientSession::MakeCallable(const CallableOptions& callable_options,
                                         CallableHandle* out_handle) {
  return impl_->runner.MakeCallable(callable_options, out_handle);
}

absl::Status ClientSession::RunCallable(CallableHandle handle, const std::vector<Tensor>& feed_tensors,
                                        std::vector<Tensor>* fetch_tensors, RunMetadata*) {
  return impl_->runner.RunCallable(handle, feed_tensors, fetch_tensors);
}

absl::Status ClientSession::ReleaseCallable(CallableHandle handle) {
  return impl_->runner.ReleaseCallable(handle);
}

}  // namespace voxgrad
