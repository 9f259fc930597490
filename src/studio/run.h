// Running a page: step by step, with what was computed before, telling how it goes.
#ifndef VOXGRAD_STUDIO_RUN_H_
#define VOXGRAD_STUDIO_RUN_H_

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "studio/content_keys.h"
#include "studio/json.h"
#include "studio/page_build.h"
#include "studio/results.h"
#include "studio/run_goals.h"

namespace voxgrad::studio {

struct RunOptions {
  std::vector<std::string> fetch;
  std::vector<std::string> run;
  int64_t steps = 1;
  std::string until;  // an output; empty: all steps
  double tolerance = 0;
  uint64_t seed = 0;
  bool reset = false;
};

/// Milliseconds since some time in the past.
double NowMs();

/// The bytes of results, of those that are there.
double BytesOf(const std::vector<ResultPtr>& outputs);

using Emit = std::function<void(const Json&)>;

/// One run on a session whose `running` the caller holds.
class Runner {
 public:
  Runner(const BuiltPage& page, const Folders& folders, SessionState* state, const RunOptions& options,
         const std::atomic<bool>& cancel)
      : page_(page), folders_(folders), state_(*state), options_(options), cancel_(cancel) {}

  /// All of it, with its events. `publish` is handed what there is to look at before the events name it.
  using Publish = std::function<void(const std::map<std::string, ResultPtr>&)>;
  void Run(const Emit& emit, const Publish& publish);

  /// The values of some outputs, without events, in one step.
  absl::StatusOr<std::vector<Tensor>> Evaluate(const std::vector<Endpoint>& outputs);

 private:
  /// What is known of a node that the run needs.
  struct Work {
    std::vector<ResultPtr> outputs;
    double ms = 0;
    bool ran = false;
  };

  absl::Status Prepare(const RunGoals& goals);
  absl::Status FindFeeds();
  absl::StatusOr<Tensor> SourceOf(const Node& node) const;
  absl::Status AddFeed(const Endpoint& output, const std::string& text);
  absl::Status FeedSources();
  absl::Status Initialize();
  absl::Status Step(int64_t step, const Emit& emit);
  RunRequest StepRequest(std::vector<Tensor>* values);
  void KeepOutputs(const std::vector<Endpoint>& fetches, std::vector<Tensor> outputs,
                   const std::vector<TraceEvent>& trace);
  void KeepScalars(int64_t step);
  void SendScalars(const Emit& emit);
  bool Settled();
  void SendResults(const Emit& emit, const Publish& publish);
  void Trim();

  const Block& OwnerOf(const Node& node) const { return *page_.blocks[page_.owner.at(&node)].block; }
  std::vector<std::pair<std::string, ResultPtr>> OutputsOf(const BuiltBlock& block) const;
  Json BlockResultJson(const BuiltBlock& block) const;

  const BuiltPage& page_;
  const Folders& folders_;
  SessionState& state_;
  const RunOptions& options_;
  const std::atomic<bool>& cancel_;

  RunGoals goals_;
  std::vector<const Node*> order_;   // the nodes that are needed, each after its inputs
  std::vector<size_t> block_order_;  // the blocks that they belong to
  Feeds feeds_;                      // what placeholders stand for
  std::unordered_map<const Node*, Tensor> typed_;
  std::unordered_map<const Node*, std::string> keys_;
  std::unordered_map<const Node*, Work> work_;
  const Node* at_ = nullptr;  // the node that runs
  int64_t peak_bytes_ = 0;
  double next_event_ms_ = 0;
  std::vector<Json> scalars_;  // of the steps since they were sent last
  std::optional<double> last_value_;
};

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_RUN_H_
