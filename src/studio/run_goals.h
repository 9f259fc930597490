// What a run of a page is for.
#ifndef VOXGRAD_STUDIO_RUN_GOALS_H_
#define VOXGRAD_STUDIO_RUN_GOALS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "graph/plan.h"
#include "studio/page_build.h"

namespace voxgrad::studio {

/// A goal that cannot be reached, and the block that is to blame.
struct RunProblem {
  std::string block;
  std::string message;
};

struct RunGoals {
  std::vector<Endpoint> fetches;
  std::vector<Node*> targets;
  std::vector<RunProblem> problems;
};

/// "y:0", "y" (its first output), "g:1" of a Gradients block, or "g/MatMul:0" of a node under it.
absl::StatusOr<Endpoint> FindOutput(const BuiltPage& page, const std::string& name);

/// What `fetch` and `run` name, else what the page's Session does, else every sink. Only what can be run is
/// left; the rest is a problem.
RunGoals FindGoals(const BuiltPage& page, const std::vector<std::string>& fetch,
                   const std::vector<std::string>& run);

/// Nodes marked `_init` that can be run.
std::vector<Node*> Initializers(const BuiltPage& page);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_RUN_GOALS_H_
