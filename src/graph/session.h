// Running a graph: values of its variables, and one run after another.
#ifndef VOXGRAD_GRAPH_SESSION_H_
#define VOXGRAD_GRAPH_SESSION_H_

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/exec.h"
#include "core/kept_forms.h"
#include "graph/plan.h"
#include "voxgrad/tensor.h"

namespace voxgrad {

/// One node's part of a run, for a trace.
struct TraceEvent {
  const Node* node = nullptr;
  double start_us = 0;
  double took_us = 0;
  int64_t live_bytes = 0;
};

/// How a run is watched and stopped.
struct RunControl {
  /// What its nodes are run with. A cancelled run ends between nodes, or within one between two pieces of its
  /// work.
  ExecOptions exec = {};
  /// Called before node k of n runs.
  std::function<void(size_t k, size_t n, const Node& node)> progress = {};
  std::vector<TraceEvent>* trace = nullptr;
  /// Fails at the first node that makes a NaN or an infinity. VOXGRAD_CHECK_NUMERICS=1 does so everywhere.
  bool check_numerics = false;
  /// Most bytes that were alive at once between nodes.
  int64_t* peak_bytes = nullptr;
};

/// Runs parts of a graph. Variables keep their values from one run to the next. Runs of one session take
/// turns; sessions of their own run side by side.
class GraphSession {
 public:
  explicit GraphSession(std::shared_ptr<const Graph> graph) : graph_(std::move(graph)) {}

  /// Runs what the request needs and nothing else. `values` belong to the request's feeds; one output each
  /// for the fetches.
  absl::Status Run(const RunRequest& request, const std::vector<Tensor>& values, const RunControl& control,
                   std::vector<Tensor>* outputs);

  const Graph& graph() const { return *graph_; }
  /// Nodes in the plans that are kept, counted once for each plan.
  size_t kept_steps() const { return plan_steps_; }

  /// Takes the variables of another session over, whose graph may have been another: those that have the
  /// name, type and shape of one of this graph's.
  void TakeVariables(GraphSession* other);

 private:
  using Key = std::vector<std::pair<const Node*, int>>;

  absl::StatusOr<std::shared_ptr<const Plan>> PlanFor(const RunRequest& request);
  void HoldConstants(const Plan& plan);
  void HoldSettledVariables();

  std::shared_ptr<const Graph> graph_;
  std::mutex mutex_;
  std::map<Key, std::shared_ptr<const Plan>> plans_;
  size_t plan_steps_ = 0;  // of all of them together
  std::map<const Node*, Variable> variables_;
  std::map<const Node*, HeldConstant> constants_;  // of the graph's nodes: their packed forms are kept
  std::map<const Node*, uint64_t> draws_;          // of the nodes that make random numbers
};

}  // namespace voxgrad

#endif  // VOXGRAD_GRAPH_SESSION_H_
