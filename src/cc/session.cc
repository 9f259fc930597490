#include "voxgrad/session.h"

#include <memory>
#include <mutex>

#include "absl/strings/str_cat.h"
#include "cc/graph_runner.h"
#include "cc/plain_status.h"
#include "core/error.h"
#include "ops/table/context.h"
#include "page/graph/import_graph.h"
#include "voxgrad/graph_constructor.h"

namespace voxgrad {
namespace {

/// The first problem for which TensorFlow would refuse the graph as a whole; others are those of a run.
absl::Status FirstRefusal(const Import& import) {
  for (const ImportProblem& problem : import.problems) {
    if (!IsAtRun(problem.status)) return PlainStatus(problem.status);
  }
  return absl::OkStatus();
}

class DirectSession final : public Session {
 public:
  using Session::Close;
  using Session::Create;
  using Session::Extend;

  absl::Status Create(const GraphDef& graph) override {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (graph.node_size() > 0 && graph_ != nullptr)
        return absl::AlreadyExistsError("This session has a graph already; Extend adds to it.");
    }
    return graph.node_size() > 0 ? Extend(graph) : absl::OkStatus();
  }

  absl::Status Extend(const GraphDef& graph) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (closed_) return ClosedError();
    if (graph_ == nullptr) {
      Import import = ImportGraph(graph);
      if (absl::Status status = FirstRefusal(import); !status.ok()) return status;
      graph_ = std::move(import.graph);
      runner_ = std::make_shared<GraphRunner>(graph_);
      return absl::OkStatus();
    }
    // Tried on a copy, so that a graph that is refused leaves nothing behind.
    GraphDef all;
    graph_->ToGraphDef(&all);
    for (const NodeDef& node : graph.node()) *all.add_node() = node;
    if (absl::Status status = FirstRefusal(ImportGraph(all)); !status.ok()) return status;
    return FirstRefusal(ImportGraph(graph, graph_));
  }

  absl::Status Run(const Feeds& inputs, const Names& output_tensor_names, const Names& target_node_names,
                   std::vector<Tensor>* outputs) override {
    return Run(RunOptions(), inputs, output_tensor_names, target_node_names, outputs, nullptr);
  }

  absl::Status Run(const RunOptions& run_options, const Feeds& inputs, const Names& output_tensor_names,
                   const Names& target_node_names, std::vector<Tensor>* outputs, RunMetadata*) override {
    const auto runner = Runner();
    if (!runner.ok()) return runner.status();
    Names feeds;
    std::vector<Tensor> values;
    for (const auto& [name, value] : inputs) {
      feeds.push_back(name);
      values.push_back(value);
    }
    const auto request = (*runner)->Resolve(feeds, output_tensor_names, target_node_names);
    if (!request.ok()) return request.status();
    return (*runner)->Run(*request, values, run_options, outputs);
  }

  absl::Status Run(const RunOptions& run_options, const Feeds& inputs, const Names& output_tensor_names,
                   const Names& target_node_names, std::vector<Tensor>* outputs, RunMetadata* run_metadata,
                   const thread::ThreadPoolOptions&) override {
    return Run(run_options, inputs, output_tensor_names, target_node_names, outputs, run_metadata);
  }

  absl::Status MakeCallable(const CallableOptions& callable_options, CallableHandle* out_handle) override {
    const auto runner = Runner();
    return runner.ok() ? (*runner)->MakeCallable(callable_options, out_handle) : runner.status();
  }

  absl::Status RunCallable(CallableHandle handle, const std::vector<Tensor>& feed_tensors,
                           std::vector<Tensor>* fetch_tensors, RunMetadata*) override {
    const auto runner = Runner();
    return runner.ok() ? (*runner)->RunCallable(handle, feed_tensors, fetch_tensors) : runner.status();
  }

  absl::Status ReleaseCallable(CallableHandle handle) override {
    const auto runner = Runner();
    return runner.ok() ? (*runner)->ReleaseCallable(handle) : runner.status();
  }

  absl::Status ListDevices(std::vector<DeviceAttributes>* response) override {
    if (response == nullptr) return NullResult("Session::ListDevices", "response");
    response->assign(1, DeviceAttributes("/job:localhost/replica:0/task:0/device:CPU:0", "CPU"));
    return absl::OkStatus();
  }

  absl::Status Close() override {
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
    runner_ = nullptr;
    graph_ = nullptr;
    return absl::OkStatus();
  }

 private:
  static absl::Status ClosedError() { return absl::CancelledError("Session has been closed."); }

  absl::StatusOr<std::shared_ptr<GraphRunner>> Runner() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (closed_) return ClosedError();
    if (runner_ == nullptr)
      return absl::InvalidArgumentError("The session has no graph yet; Create gives it one.");
    return runner_;
  }

  std::mutex mutex_;
  std::shared_ptr<Graph> graph_;
  std::shared_ptr<GraphRunner> runner_;
  bool closed_ = false;
};

}  // namespace

Session::Session() = default;
Session::~Session() = default;

Session* NewSession(const SessionOptions& options) {
  Session* session = nullptr;
  return NewSession(options, &session).ok() ? session : nullptr;
}

absl::Status NewSession(const SessionOptions& options, Session** out_session) {
  if (out_session == nullptr) return NullResult("NewSession", "out_session");
  *out_session = nullptr;
  if (!options.target.empty() && options.target != "local") {
    return absl::NotFoundError(
        absl::StrCat("A session runs in this process; there is no target '", options.target, "'."));
  }
  *out_session = new DirectSession();
  return absl::OkStatus();
}

absl::Status ConvertGraphDefToGraph(const GraphConstructorOptions&, const GraphDef& graph_def, Graph* graph) {
  if (graph == nullptr) return NullResult("ConvertGraphDefToGraph", "graph");
  const Import import = ImportGraph(graph_def);
  if (absl::Status status = FirstRefusal(import); !status.ok()) return status;
  return PlainStatus(graph->Append(*import.graph));
}

}  // namespace voxgrad
