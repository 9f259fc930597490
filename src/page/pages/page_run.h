// Running a page.
#ifndef VOXGRAD_PAGE_PAGES_PAGE_RUN_H_
#define VOXGRAD_PAGE_PAGES_PAGE_RUN_H_

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/session.h"
#include "page/pages/page.h"

namespace voxgrad {

/// What a run of a page is asked for, by names.
struct PageRequest {
  /// Values by output: "x" or "x:0". They come before those of the page's own session.
  std::vector<std::pair<std::string, Tensor>> feeds;
  /// Outputs to evaluate. None: what the page's session names, together with the nodes that it runs; where it
  /// names nothing and there are no targets either, every sink.
  std::vector<std::string> fetches;
  /// More nodes to run.
  std::vector<std::string> targets;
};

/// One value of a run, under its full name: "y:0".
struct NamedTensor {
  std::string name;
  Tensor tensor;
};

/// A session on a page: variables keep their values from run to run, and what is marked `_init` runs before
/// the first one.
class PageRun {
 public:
  /// `seed` is for recipes that name none.
  explicit PageRun(std::shared_ptr<const Page> page, uint64_t seed = 0);

  const Page& page() const { return *page_; }

  /// Names a node that runs once before the first run, besides those that the page marks.
  absl::Status AddInitializer(const std::string& node);

  /// Runs once. Only what the request needs is read, made and run; a problem elsewhere on the page does not
  /// matter.
  absl::StatusOr<std::vector<NamedTensor>> Run(const PageRequest& request, const RunControl& control = {});

  /// A request in terms of the graph, with the values of its feeds, those of the page's own session and
  /// sources included.
  struct Resolved {
    RunRequest request;
    std::vector<Tensor> values;
  };
  /// What a run of the request hands to the session, and what runs once before the first one.
  absl::StatusOr<Resolved> Resolve(const PageRequest& request);
  absl::StatusOr<Resolved> ResolveInitializers(const PageRequest& request);

  /// The value of a feed as one types it: `1,2,3` in the type of that output, or `@file.npy`. A plain list
  /// takes the output's shape where that is known and has as many elements.
  static absl::StatusOr<Tensor> ParseFeed(const Endpoint& output, const std::string& text);

 private:
  using Time = std::chrono::steady_clock::time_point;

  absl::Status AddFeeds(const PageRequest& request, Resolved* resolved) const;
  absl::Status AddGoals(const PageRequest& request, Resolved* resolved) const;
  absl::Status AddSources(Resolved* resolved);
  absl::Status Initialize(const PageRequest& request, const RunControl& control, Time begin);

  std::shared_ptr<const Page> page_;
  const uint64_t seed_;
  std::mutex mutex_;
  GraphSession session_;
  std::vector<Node*> initializers_;
  bool initialized_ = false;
  std::unordered_map<const Node*, Tensor> source_values_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_PAGES_PAGE_RUN_H_
