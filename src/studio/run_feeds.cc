// The values that come into a run from outside: what was typed, recipes and files.
#include <sys/stat.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/npy.h"
#include "graph/node.h"
#include "page/pages/page.h"
#include "page/pages/page_data.h"
#include "page/pages/page_run.h"
#include "studio/page_marks.h"
#include "studio/run.h"

namespace voxgrad::studio {
namespace {

/// A file changes under its name.
std::string FileStamp(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return "gone";
  return absl::StrCat(info.st_mtim.tv_sec, ".", info.st_mtim.tv_nsec, " ", info.st_size, " ", info.st_ino);
}

}  // namespace

absl::Status Runner::AddFeed(const Endpoint& output, const std::string& text) {
  if (output.node->num_outputs() != 1) {
    return absl::InvalidArgumentError(absl::StrCat("The Session's inputs feed ", EndpointName(output),
                                                   ", one output of several; feed blocks that have one."));
  }
  std::string read = text, stamp;
  if (absl::StartsWith(text, "@")) {
    const absl::StatusOr<std::string> path = FilePath(text.substr(1), folders_);
    if (!path.ok()) return path.status();
    read = absl::StrCat("@", *path);
    stamp = FileStamp(*path);
  }
  absl::StatusOr<Tensor> value = PageRun::ParseFeed(output, read);
  if (!value.ok()) return value.status();
  typed_[output.node] = *std::move(value);
  feeds_[output.node] = absl::StrCat("typed ", text, " ", stamp);
  return absl::OkStatus();
}

absl::Status Runner::FindFeeds() {
  if (page_.session >= 0) {
    for (const std::string& input : SessionInputs(*page_.blocks[static_cast<size_t>(page_.session)].block)) {
      const size_t equals = input.find('=');
      if (equals == std::string::npos) continue;  // the block carries the sentence
      const absl::StatusOr<Endpoint> output = FindOutput(page_, input.substr(0, equals));
      if (!output.ok()) return output.status();
      if (absl::Status status = AddFeed(*output, input.substr(equals + 1)); !status.ok()) return status;
    }
  }
  for (const Node* node : page_.graph->op_nodes()) {
    if (node->type_string() != "Placeholder" || feeds_.count(node) > 0) continue;
    const NodeDef def = node->def();
    if (!HasSource(def)) continue;
    const std::string file = TextMark(def, "_file");
    if (file.empty()) {
      feeds_[node] =
          absl::StrCat("recipe ", TextMark(def, "_generator"), " ", options_.seed, " ", node->name());
    } else {
      const absl::StatusOr<std::string> path = FilePath(file, folders_);
      feeds_[node] = absl::StrCat("file ", path.ok() ? FileStamp(*path) : "", " ", file);
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<Tensor> Runner::SourceOf(const Node& node) const {
  const NodeDef& def = node.def();
  const std::string file = TextMark(def, "_file");
  if (!IsUpload(file)) return SourceValue(def, folders_.page, options_.seed);
  const absl::StatusOr<std::string> path = FilePath(file, folders_);
  return path.ok() ? ReadNpy(*path) : path.status();
}

/// The values of the placeholders that the run needs, unless an earlier run left them.
absl::Status Runner::FeedSources() {
  for (const Node* node : order_) {
    Work& work = work_[node];
    if (feeds_.count(node) == 0 || !work.outputs.empty()) continue;
    at_ = node;
    const double begin = NowMs();
    const auto typed = typed_.find(node);
    absl::StatusOr<Tensor> value = typed != typed_.end() ? typed->second : SourceOf(*node);
    if (!value.ok()) return value.status();
    work.outputs = {std::make_shared<const Result>(*std::move(value))};
    work.ms = NowMs() - begin;
    work.ran = true;
    if (const auto key = keys_.find(node); key != keys_.end())
      state_.kept[key->second] = {work.outputs, state_.runs};
  }
  return absl::OkStatus();
}

}  // namespace voxgrad::studio
