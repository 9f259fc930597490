#include "cli/page_options.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace voxgrad::cli {

absl::Status ReadPageOptions(Arguments* arguments, PageOptions* options) {
  options->feeds = arguments->Values("--feed");
  options->inits = arguments->Values("--init");
  options->request.fetches = arguments->Values("--fetch");
  options->request.targets = arguments->Values("--target");
  for (const std::string& text : arguments->Values("--steps")) {
    if (!absl::SimpleAtoi(text, &options->steps) || options->steps < 1)
      return absl::InvalidArgumentError("--steps takes a number above 0.");
  }
  for (const std::string& text : arguments->Values("--seed")) {
    if (!absl::SimpleAtoi(text, &options->seed))
      return absl::InvalidArgumentError("--seed takes a number of 0 or more.");
  }
  Words rest;
  if (absl::Status status = arguments->Rest(&rest); !status.ok()) return status;
  if (rest.empty()) return absl::InvalidArgumentError("Which page? Name a .pbtxt or .pb file.");
  if (rest.size() > 1) return absl::InvalidArgumentError(absl::StrCat("`", rest[1], "` is not understood."));
  options->page = rest[0];
  return absl::OkStatus();
}

absl::Status PageOptions::ReadFeeds(const Page& on_page) {
  for (const std::string& feed : feeds) {
    const size_t equals = feed.find('=');
    if (equals == std::string::npos)
      return absl::InvalidArgumentError(absl::StrCat("--feed ", feed, ": write x=1,2,3 or x=@x.npy."));
    const std::string name = feed.substr(0, equals);
    const absl::StatusOr<Endpoint> output = on_page.FindOutput(name);
    if (!output.ok()) return output.status();
    absl::StatusOr<Tensor> value = PageRun::ParseFeed(*output, feed.substr(equals + 1));
    if (!value.ok()) return value.status();
    request.feeds.emplace_back(name, *std::move(value));
  }
  return absl::OkStatus();
}

}  // namespace voxgrad::cli
