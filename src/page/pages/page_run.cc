#include "page/pages/page_run.h"

#include <algorithm>
#include <chrono>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/literal.h"
#include "core/npy.h"
#include "page/pages/page_data.h"

namespace voxgrad {
namespace {

bool IsFed(const RunRequest& request, const Endpoint& output) {
  return std::find(request.feeds.begin(), request.feeds.end(), output) != request.feeds.end();
}

absl::Status FeedError(const Endpoint& output, const absl::Status& status) {
  return absl::Status(status.code(),
                      absl::StrCat("The feed for '", EndpointName(output), "' ", status.message()));
}

absl::StatusOr<Tensor> ReadFeed(const Endpoint& output, const std::string& path) {
  absl::StatusOr<Tensor> tensor = ReadNpy(path);
  if (tensor.ok()) return tensor;
  return absl::Status(tensor.status().code(),
                      absl::StrCat("The feed for '", EndpointName(output), "': ", tensor.status().message()));
}

/// A run of the session. A trace goes on behind what it holds, in the time since `begin`.
absl::Status RunTraced(GraphSession* session, const RunRequest& request, const std::vector<Tensor>& values,
                       const RunControl& control, std::chrono::steady_clock::time_point begin,
                       std::vector<Tensor>* outputs) {
  if (control.trace == nullptr) return session->Run(request, values, control, outputs);
  const size_t first = control.trace->size();
  const std::chrono::duration<double, std::micro> before = std::chrono::steady_clock::now() - begin;
  const absl::Status status = session->Run(request, values, control, outputs);
  for (size_t i = first; i < control.trace->size(); ++i) (*control.trace)[i].start_us += before.count();
  return status;
}

}  // namespace

PageRun::PageRun(std::shared_ptr<const Page> page, uint64_t seed)
    : page_(std::move(page)),
      seed_(seed),
      session_(page_->import().graph),
      initializers_(page_->initializers()) {}

absl::Status PageRun::AddInitializer(const std::string& node) {
  const absl::StatusOr<Node*> found = page_->FindNode(node);
  if (found.ok()) initializers_.push_back(*found);
  return found.status();
}

absl::StatusOr<Tensor> PageRun::ParseFeed(const Endpoint& output, const std::string& text) {
  const OutputInfo& info = InfoOf(output);
  if (absl::StartsWith(text, "@")) return ReadFeed(output, text.substr(1));
  absl::StatusOr<Tensor> tensor = ParseTensor(text, info.dtype);
  if (!tensor.ok()) return FeedError(output, tensor.status());
  TensorShape shape;
  Tensor shaped;
  if (tensor->dims() <= 1 && info.shape.AsTensorShape(&shape) && shaped.CopyFrom(*tensor, shape))
    return shaped;
  return tensor;
}

absl::Status PageRun::AddFeeds(const PageRequest& request, Resolved* resolved) const {
  const auto add = [&](const Endpoint& output, Tensor value) {
    resolved->request.feeds.push_back(output);
    resolved->values.push_back(std::move(value));
  };
  for (const auto& [name, value] : request.feeds) {
    const absl::StatusOr<Endpoint> output = page_->FindOutput(name);
    if (!output.ok()) return output.status();
    if (IsFed(resolved->request, *output))
      return absl::InvalidArgumentError(absl::StrCat("'", EndpointName(*output), "' is fed twice."));
    add(*output, value);
  }
  for (const std::string& input : page_->session().inputs) {
    const size_t equals = input.find('=');
    if (equals == std::string::npos) {
      return absl::InvalidArgumentError(
          absl::StrCat("The page's session has the input `", input, "`; an input is name=value."));
    }
    const absl::StatusOr<Endpoint> output = page_->FindOutput(input.substr(0, equals));
    if (!output.ok()) return output.status();
    if (IsFed(resolved->request, *output)) continue;
    std::string text = input.substr(equals + 1);
    if (absl::StartsWith(text, "@")) {
      const absl::StatusOr<std::string> path = DataPath(page_->folder(), text.substr(1));
      if (!path.ok()) return path.status();
      text = absl::StrCat("@", *path);
    }
    absl::StatusOr<Tensor> value = ParseFeed(*output, text);
    if (!value.ok()) return value.status();
    add(*output, *std::move(value));
  }
  return absl::OkStatus();
}

absl::Status PageRun::AddGoals(const PageRequest& request, Resolved* resolved) const {
  std::vector<std::string> fetches = request.fetches;
  std::vector<std::string> targets = request.targets;
  if (fetches.empty()) {
    const SessionBlock& session = page_->session();
    fetches = session.fetch_outputs;
    targets.insert(targets.end(), session.run_outputs.begin(), session.run_outputs.end());
  }
  for (const std::string& name : fetches) {
    const absl::StatusOr<Endpoint> output = page_->FindOutput(name);
    if (!output.ok()) return output.status();
    resolved->request.fetches.push_back(*output);
  }
  for (const std::string& name : targets) {
    // A page may name a node to run by one of its outputs.
    const absl::StatusOr<Node*> node = page_->FindNode(name.substr(0, name.find(':')));
    if (!node.ok()) return node.status();
    resolved->request.targets.push_back(*node);
  }
  if (!fetches.empty() || !targets.empty()) return absl::OkStatus();
  if (absl::Status status = page_->import().status(); !status.ok()) return status;
  for (const Endpoint& sink : page_->Sinks()) {
    const bool init = std::find(initializers_.begin(), initializers_.end(), sink.node) != initializers_.end();
    if (!init) resolved->request.fetches.push_back(sink);
  }
  return absl::OkStatus();
}

/// Values of placeholders that the run needs and that say where theirs come from.
absl::Status PageRun::AddSources(Resolved* resolved) {
  const bool sound = page_->import().problems.empty();
  if (page_->sources().empty() && sound) return absl::OkStatus();
  const absl::StatusOr<Plan> plan = MakePlan(page_->graph(), resolved->request);
  if (!plan.ok()) return plan.status();
  std::unordered_map<const Node*, bool> needed;
  for (const Step& step : plan->steps) {
    if (!step.node->finding().ok()) return step.node->finding();
    needed[step.node] = true;
  }
  for (const auto& [node, def] : page_->sources()) {
    const Endpoint output{node, 0};
    if (needed.count(node) == 0 || IsFed(resolved->request, output)) continue;
    auto value = source_values_.find(node);
    if (value == source_values_.end()) {
      absl::StatusOr<Tensor> read = SourceValue(*def, page_->folder(), seed_);
      if (!read.ok()) return read.status();
      value = source_values_.emplace(node, *std::move(read)).first;
    }
    resolved->request.feeds.push_back(output);
    resolved->values.push_back(value->second);
  }
  return absl::OkStatus();
}

absl::StatusOr<PageRun::Resolved> PageRun::Resolve(const PageRequest& request) {
  Resolved resolved;
  if (absl::Status status = AddFeeds(request, &resolved); !status.ok()) return status;
  if (absl::Status status = AddGoals(request, &resolved); !status.ok()) return status;
  if (absl::Status status = AddSources(&resolved); !status.ok()) return status;
  return resolved;
}

absl::StatusOr<PageRun::Resolved> PageRun::ResolveInitializers(const PageRequest& request) {
  for (const NodeDef& node : page_->def().node()) {
    const auto mark = node.attr().find("_init");
    if (mark == node.attr().end() || !mark->second.b()) continue;
    if (absl::Status status = page_->FindNode(node.name()).status(); !status.ok()) return status;
  }
  Resolved resolved;
  if (initializers_.empty()) return resolved;
  resolved.request.targets = initializers_;
  if (absl::Status status = AddFeeds(request, &resolved); !status.ok()) return status;
  if (absl::Status status = AddSources(&resolved); !status.ok()) return status;
  return resolved;
}

absl::Status PageRun::Initialize(const PageRequest& request, const RunControl& control, Time begin) {
  if (initialized_) return absl::OkStatus();
  const absl::StatusOr<Resolved> resolved = ResolveInitializers(request);
  if (!resolved.ok()) return resolved.status();
  if (!resolved->request.targets.empty()) {
    std::vector<Tensor> nothing;
    const absl::Status status =
        RunTraced(&session_, resolved->request, resolved->values, control, begin, &nothing);
    if (!status.ok()) return status;
  }
  initialized_ = true;
  return absl::OkStatus();
}

absl::StatusOr<std::vector<NamedTensor>> PageRun::Run(const PageRequest& request, const RunControl& control) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const Time begin = std::chrono::steady_clock::now();
  const absl::StatusOr<Resolved> resolved = Resolve(request);
  if (!resolved.ok()) return resolved.status();
  if (absl::Status status = Initialize(request, control, begin); !status.ok()) return status;
  std::vector<Tensor> outputs;
  const absl::Status status =
      RunTraced(&session_, resolved->request, resolved->values, control, begin, &outputs);
  if (!status.ok()) return status;
  std::vector<NamedTensor> named;
  for (size_t i = 0; i < outputs.size(); ++i)
    named.push_back({EndpointName(resolved->request.fetches[i]), std::move(outputs[i])});
  return named;
}

}  // namespace voxgrad
