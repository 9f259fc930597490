// Running a graph from C++.
#ifndef VOXGRAD_CLIENT_SESSION_H_
#define VOXGRAD_CLIENT_SESSION_H_

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "absl/status/status.h"
#include "voxgrad/export.h"
#include "voxgrad/ops.h"
#include "voxgrad/scope.h"
#include "voxgrad/session_options.h"

namespace voxgrad {

/// Evaluates parts of a scope's graph. Variables live as long as the session. Ops that are added to the graph
/// later are seen by the next run.
///
///     Scope root = Scope::NewRootScope();
///     auto x = ops::Placeholder(root, DT_FLOAT);
///     auto y = ops::Add(root, x, {3.0f, 4.0f});
///     ClientSession session(root);
///     std::vector<Tensor> outputs;
///     TF_CHECK_OK(session.Run({{x, {1.0f, 2.0f}}}, {y}, &outputs));
///     // outputs[0] holds 4 and 6
class VOXGRAD_API ClientSession {
 public:
  /// What to feed: an output, and the value it has in this run.
  using FeedType = std::unordered_map<Output, Input::Initializer, OutputHash>;
  using CallableHandle = int64_t;

  explicit ClientSession(const Scope& scope);
  ClientSession(const Scope& scope, const std::string& target);
  ClientSession(const Scope& scope, const SessionOptions& options);
  ~ClientSession();
  ClientSession(const ClientSession&) = delete;
  ClientSession& operator=(const ClientSession&) = delete;

  absl::Status Run(const std::vector<Output>& fetch_outputs, std::vector<Tensor>* outputs) const;
  absl::Status Run(const FeedType& inputs, const std::vector<Output>& fetch_outputs,
                   std::vector<Tensor>* outputs) const;
  absl::Status Run(const FeedType& inputs, const std::vector<Output>& fetch_outputs,
                   const std::vector<Operation>& run_outputs, std::vector<Tensor>* outputs) const;
  absl::Status Run(const RunOptions& run_options, const FeedType& inputs,
                   const std::vector<Output>& fetch_outputs, const std::vector<Operation>& run_outputs,
                   std::vector<Tensor>* outputs, RunMetadata* run_metadata) const;
  absl::Status Run(const RunOptions& run_options, const FeedType& inputs,
                   const std::vector<Output>& fetch_outputs, const std::vector<Operation>& run_outputs,
                   std::vector<Tensor>* outputs, RunMetadata* run_metadata,
                   const thread::ThreadPoolOptions& threadpool_options) const;

  /// Feeds and fetches that are named once and run many times.
  absl::Status MakeCallable(const CallableOptions& callable_options, CallableHandle* out_handle);
  absl::Status RunCallable(CallableHandle handle, const std::vector<Tensor>& feed_tensors,
                           std::vector<Tensor>* fetch_tensors, RunMetadata* run_metadata);
  absl::Status ReleaseCallable(CallableHandle handle);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_CLIENT_SESSION_H_
