#include "studio/run.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "absl/strings/str_cat.h"
#include "graph/node.h"
#include "studio/answer.h"

namespace voxgrad::studio {

/// At most so many events a second, but for those that only come once.
constexpr double kEventMs = 50;

double NowMs() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

absl::Status Runner::Prepare(const RunGoals& goals) {
  goals_ = goals;
  ++state_.runs;
  if (options_.reset) {
    state_.session.reset();
    state_.initialized.clear();
  }
  auto session = std::make_unique<GraphSession>(page_.graph);
  if (state_.session != nullptr) session->TakeVariables(state_.session.get());
  state_.session = std::move(session);
  if (absl::Status status = FindFeeds(); !status.ok()) return status;
  keys_ = ContentKeys(page_, feeds_);
  RunRequest request{{}, goals_.fetches, goals_.targets};
  for (const auto& [node, value] : typed_) request.feeds.push_back({const_cast<Node*>(node), 0});
  const absl::StatusOr<Plan> plan = MakePlan(*page_.graph, request);
  if (!plan.ok()) return plan.status();
  for (const auto& [node, value] : typed_) order_.push_back(node);
  for (const voxgrad::Step& step : plan->steps) order_.push_back(step.node);
  std::set<size_t> seen;
  for (const Node* node : order_) {
    // The block of a literal comes when its own node does.
    const auto owner = page_.owner.find(node);
    const bool literal = owner != page_.owner.end() && page_.blocks[owner->second].node != node &&
                         page_.blocks[owner->second].block->op != kGradientsOp;
    if (owner != page_.owner.end() && !literal && seen.insert(owner->second).second)
      block_order_.push_back(owner->second);
    const auto key = keys_.find(node);
    const auto kept = key == keys_.end() ? state_.kept.end() : state_.kept.find(key->second);
    if (kept == state_.kept.end()) continue;
    kept->second.last_run = state_.runs;
    work_[node].outputs = kept->second.outputs;
  }
  return absl::OkStatus();
}

/// What is marked `_init` and has not run as it is now.
absl::Status Runner::Initialize() {
  RunRequest request;
  std::vector<std::string> keys;
  for (Node* node : Initializers(page_)) {
    std::string key = absl::StrCat(node->name(), " ", RunOnceKey(*node, feeds_));
    if (state_.initialized.count(key) > 0) continue;
    request.targets.push_back(node);
    keys.push_back(std::move(key));
  }
  if (request.targets.empty()) return absl::OkStatus();
  const absl::StatusOr<Plan> plan = MakePlan(*page_.graph, request);
  if (!plan.ok()) return plan.status();
  std::vector<Tensor> values;
  for (const voxgrad::Step& step : plan->steps) {
    if (feeds_.count(step.node) == 0) continue;
    at_ = step.node;
    const auto typed = typed_.find(step.node);
    absl::StatusOr<Tensor> value = typed != typed_.end() ? typed->second : SourceOf(*step.node);
    if (!value.ok()) return value.status();
    request.feeds.push_back({const_cast<Node*>(step.node), 0});
    values.push_back(*std::move(value));
  }
  RunControl control;
  control.exec.cancel = &cancel_;
  control.progress = [this](size_t, size_t, const Node& node) { at_ = &node; };
  std::vector<Tensor> nothing;
  if (absl::Status status = state_.session->Run(request, values, control, &nothing); !status.ok())
    return status;
  state_.initialized.insert(keys.begin(), keys.end());
  return absl::OkStatus();
}

/// What is left to run: results that are there are fed, and every other output is fetched, in the order of
/// the plan, so that nodes run in the order in which they would if only the goals were asked for.
RunRequest Runner::StepRequest(std::vector<Tensor>* values) {
  RunRequest request;
  const auto is_kept = [&](const Node* node) {
    return (keys_.count(node) > 0 || feeds_.count(node) > 0) && !work_[node].outputs.empty();
  };
  for (const Node* node : order_) {
    if (!is_kept(node)) continue;
    const std::vector<ResultPtr>& outputs = work_[node].outputs;
    for (size_t i = 0; i < outputs.size(); ++i) {
      request.feeds.push_back({const_cast<Node*>(node), static_cast<int>(i)});
      values->push_back(outputs[i]->tensor());
    }
  }
  for (const Endpoint& fetch : goals_.fetches) {
    if (!is_kept(fetch.node)) request.fetches.push_back(fetch);
  }
  for (const Node* node : order_) {
    if (is_kept(node)) continue;
    for (int i = 0; i < node->num_outputs(); ++i) request.fetches.push_back({const_cast<Node*>(node), i});
  }
  for (Node* target : goals_.targets) {
    if (!is_kept(target) || target->num_outputs() == 0) request.targets.push_back(target);
  }
  return request;
}

void Runner::KeepOutputs(const std::vector<Endpoint>& fetches, std::vector<Tensor> outputs,
                         const std::vector<TraceEvent>& trace) {
  std::set<const Node*> fresh;
  for (size_t i = 0; i < fetches.size(); ++i) {
    Work& work = work_[fetches[i].node];
    if (fresh.insert(fetches[i].node).second)
      work.outputs.assign(static_cast<size_t>(fetches[i].node->num_outputs()), nullptr);
    ResultPtr& place = work.outputs[static_cast<size_t>(fetches[i].index)];
    if (place == nullptr) place = std::make_shared<const Result>(std::move(outputs[i]));
  }
  for (const TraceEvent& event : trace) {
    work_[event.node].ms = event.took_us / 1000;
    work_[event.node].ran = true;
  }
  for (const Node* node : fresh) {
    if (const auto key = keys_.find(node); key != keys_.end())
      state_.kept[key->second] = {work_[node].outputs, state_.runs};
  }
}

absl::Status Runner::Step(int64_t step, const Emit& emit) {
  std::vector<Tensor> values;
  const RunRequest request = StepRequest(&values);
  std::vector<TraceEvent> trace;
  int64_t peak = 0;
  RunControl control;
  control.exec.cancel = &cancel_;
  control.trace = &trace;
  control.peak_bytes = &peak;
  control.progress = [&](size_t k, size_t n, const Node& node) {
    at_ = &node;
    const double now = NowMs();
    if (now < next_event_ms_ || page_.owner.count(&node) == 0) return;
    next_event_ms_ = now + kEventMs;
    emit({{"event", "progress"}, {"step", step}, {"done", k}, {"of", n}, {"block", OwnerOf(node).name}});
  };
  std::vector<Tensor> outputs;
  if (!request.fetches.empty() || !request.targets.empty()) {
    if (absl::Status status = state_.session->Run(request, values, control, &outputs); !status.ok())
      return status;
  }
  peak_bytes_ = std::max(peak_bytes_, peak);
  KeepOutputs(request.fetches, std::move(outputs), trace);
  return absl::OkStatus();
}

/// Lets go of what earlier runs left, the oldest first, where there is too much of it.
void Runner::Trim() {
  constexpr uint64_t kRuns = 8;
  double bytes = 0;
  for (const auto& [key, kept] : state_.kept) bytes += BytesOf(kept.outputs);
  const bool much = bytes > static_cast<double>(MostResultBytes()) / 2;
  for (auto kept = state_.kept.begin(); kept != state_.kept.end();) {
    const uint64_t age = state_.runs - kept->second.last_run;
    kept = age > 0 && (much || age > kRuns) ? state_.kept.erase(kept) : std::next(kept);
  }
}

void Runner::Run(const Emit& emit, const Publish& publish) {
  const double begin = NowMs();
  const RunGoals goals = FindGoals(page_, options_.fetch, options_.run);
  for (const RunProblem& problem : goals.problems) {
    Json event = {{"event", "error"}};
    if (!problem.block.empty()) event["block"] = problem.block;
    event["message"] = problem.message;
    emit(event);
  }
  int64_t steps = 0;
  std::string stopped;
  absl::Status status = Prepare(goals);
  if (status.ok()) {
    Json blocks = Json::array();
    for (const size_t b : block_order_) blocks.push_back(page_.blocks[b].block->name);
    emit({{"event", "start"}, {"blocks", std::move(blocks)}, {"steps", options_.steps}});
    status = FeedSources();
  }
  if (status.ok()) status = Initialize();
  double next_scalars = 0;
  const bool idle = goals.fetches.empty() && goals.targets.empty();
  while (status.ok() && !idle && steps < options_.steps && stopped.empty()) {
    if (status = Step(steps + 1, emit); !status.ok()) break;
    ++steps;
    if (Settled()) stopped = "until";
    const bool last = steps == options_.steps || !stopped.empty() || cancel_;
    KeepScalars(steps);
    if (last || NowMs() >= next_scalars) {
      SendScalars(emit);
      next_scalars = NowMs() + kEventMs;
    }
    if (cancel_) break;
  }
  if (absl::IsCancelled(status) || (cancel_ && status.ok() && steps < options_.steps)) stopped = "cancelled";
  if (!status.ok() && !absl::IsCancelled(status)) {
    stopped = "error";
    Json event = {{"event", "error"}};
    if (at_ != nullptr && page_.owner.count(at_) > 0) event["block"] = OwnerOf(*at_).name;
    event["message"] = std::string(status.message());
    emit(event);
  }
  if (steps > 0 || status.ok()) SendResults(emit, publish);
  Trim();
  emit({{"event", "done"},
        {"steps", steps},
        {"ms", NowMs() - begin},
        {"peak_bytes", peak_bytes_},
        {"stopped", stopped}});
}

absl::StatusOr<std::vector<Tensor>> Runner::Evaluate(const std::vector<Endpoint>& outputs) {
  RunGoals goals;
  goals.fetches = outputs;
  const Emit quiet = [](const Json&) {};
  if (absl::Status status = Prepare(goals); !status.ok()) return status;
  if (absl::Status status = FeedSources(); !status.ok()) return status;
  if (absl::Status status = Initialize(); !status.ok()) return status;
  if (absl::Status status = Step(1, quiet); !status.ok()) return status;
  std::vector<Tensor> values;
  for (const Endpoint& output : outputs)
    values.push_back(work_[output.node].outputs[static_cast<size_t>(output.index)]->tensor());
  return values;
}

}  // namespace voxgrad::studio
