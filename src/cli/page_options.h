// The options that say what a run of a page is: for running it, and for writing a program that does.
#ifndef VOXGRAD_CLI_PAGE_OPTIONS_H_
#define VOXGRAD_CLI_PAGE_OPTIONS_H_

#include <string>
#include <vector>

#include "cli/command.h"
#include "page/pages/page_run.h"

namespace voxgrad::cli {

struct PageOptions {
  std::string page;
  std::vector<std::string> feeds, inits;  // as typed
  PageRequest request;
  int64_t steps = 1;
  uint64_t seed = 0;

  /// Puts the values of the feeds into the request; their types and shapes are the page's.
  absl::Status ReadFeeds(const Page& on_page);
};

/// Takes --feed, --fetch, --target, --init, --steps, --seed and the page out of the arguments, which must be
/// all that is left.
absl::Status ReadPageOptions(Arguments* arguments, PageOptions* options);

}  // namespace voxgrad::cli

#endif  // VOXGRAD_CLI_PAGE_OPTIONS_H_
