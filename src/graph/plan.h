// The order in which a run visits nodes, and where the values between them lie.
#ifndef VOXGRAD_GRAPH_PLAN_H_
#define VOXGRAD_GRAPH_PLAN_H_

#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "graph/node.h"

namespace voxgrad {

/// What a run is asked for.
struct RunRequest {
  std::vector<Endpoint> feeds;
  std::vector<Endpoint> fetches;
  std::vector<Node*> targets;
};

/// One node to run. Slots are places for values; each slot is one output of one node.
struct Step {
  struct Source {
    int slot = 0;
    bool last = false;  // nobody reads the slot after this
  };
  const Node* node = nullptr;
  absl::InlinedVector<Source, 3> inputs;
  int first_output = 0;
  absl::InlinedVector<int, 1> unread;  // outputs that nobody reads
};

struct Plan {
  std::vector<Step> steps;
  int slots = 0;
  std::vector<int> feed_slots;  // -1: nothing that runs reads it
  std::vector<int> fetch_slots;
};

/// Finds the nodes that the request needs, inputs first, those of the fetches before those of the targets. A
/// fed output cuts what lies behind it off. A cycle is an error that names its nodes.
absl::StatusOr<Plan> MakePlan(const Graph& graph, const RunRequest& request);

}  // namespace voxgrad

#endif  // VOXGRAD_GRAPH_PLAN_H_
