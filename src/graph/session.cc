#include "graph/session.h"

#include <cstdio>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "graph/endpoint_checks.h"
#include "graph/executor.h"

namespace voxgrad {
namespace {

bool IsSet(const char* variable) {
  const char* text = std::getenv(variable);
  return text != nullptr && *text != '\0' && *text != '0';
}

/// Small ones are not worth an entry.
bool IsWorthHolding(const Tensor& tensor) {
  constexpr size_t kFewestBytes = 4096;
  return tensor.dtype() != DT_STRING && tensor.TotalBytes() >= kFewestBytes;
}

absl::Status CheckFeed(const Endpoint& feed, const Tensor& value) {
  const OutputInfo& output = InfoOf(feed);
  if (value.dtype() != output.dtype) {
    return absl::InvalidArgumentError(absl::StrCat(
        "The feed for '", feed.node->name(), ":", feed.index, "' is ", DataTypeString(value.dtype()),
        ", but the graph has ", DataTypeString(output.dtype), " there."));
  }
  if (!value.IsInitialized()) {
    return absl::InvalidArgumentError(absl::StrCat("The feed for '", feed.node->name(), ":", feed.index,
                                                   "' is a tensor of ", value.shape().DebugString(),
                                                   " without memory: there was not enough of it."));
  }
  if (!output.shape.IsCompatibleWith(value.shape())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "The feed for '", feed.node->name(), ":", feed.index, "' is ", value.shape().DebugString(),
        ", but the graph has ", output.shape.DebugString(), " there."));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::shared_ptr<const Plan>> GraphSession::PlanFor(const RunRequest& request) {
  Key key;
  for (const auto* endpoints : {&request.feeds, &request.fetches}) {
    for (const Endpoint& endpoint : *endpoints) key.emplace_back(endpoint.node, endpoint.index);
    key.emplace_back(nullptr, 0);
  }
  for (const Node* target : request.targets) key.emplace_back(target, 0);
  if (const auto found = plans_.find(key); found != plans_.end()) return found->second;
  absl::StatusOr<Plan> plan = MakePlan(*graph_, request);
  if (!plan.ok()) return plan.status();
  HoldConstants(*plan);
  // A program that asks for something else each time must not keep all that it ever asked for.
  constexpr size_t kMostSteps = size_t{1} << 18;
  const size_t steps = 1 + plan->steps.size();
  if (plan_steps_ + steps > kMostSteps) {
    plans_.clear();
    plan_steps_ = 0;
  }
  plan_steps_ += steps;
  return plans_[std::move(key)] = std::make_shared<const Plan>(*std::move(plan));
}

void GraphSession::HoldConstants(const Plan& plan) {
  for (const Step& step : plan.steps) {
    if (step.node->type_string() != "Const") continue;
    const std::optional<Tensor>& value = step.node->body().outputs.front().value;
    if (value.has_value() && IsWorthHolding(*value)) constants_.try_emplace(step.node, *value);
  }
}

/// A variable that a run has left as it was will stay so for a while: not one that is trained.
void GraphSession::HoldSettledVariables() {
  for (auto& [node, variable] : variables_) {
    if (!variable.changed && variable.is_set && variable.constant == nullptr &&
        IsWorthHolding(variable.value))
      variable.constant = std::make_shared<const HeldConstant>(variable.value);
    variable.changed = false;
  }
}

void GraphSession::TakeVariables(GraphSession* other) {
  const std::scoped_lock lock(mutex_, other->mutex_);
  for (auto& [node, variable] : other->variables_) {
    const Node* mine = graph_->FindNode(node->name());
    if (mine == nullptr || mine->body().op != node->body().op || !variable.is_set) continue;
    const OutputInfo& output = mine->body().outputs.front();
    if (output.dtype != variable.value.dtype() || !output.shape.IsCompatibleWith(variable.value.shape()))
      continue;
    variables_[mine] = Variable{variable.name, output.shape, std::move(variable.value), true};
  }
  other->variables_.clear();
}

absl::Status GraphSession::Run(const RunRequest& request, const std::vector<Tensor>& values,
                               const RunControl& control, std::vector<Tensor>* outputs) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (absl::Status status = CheckRequest(*graph_, request, values.size()); !status.ok()) return status;
  for (size_t i = 0; i < request.feeds.size(); ++i) {
    if (absl::Status status = CheckFeed(request.feeds[i], values[i]); !status.ok()) return status;
  }
  const auto plan = PlanFor(request);
  if (!plan.ok()) return plan.status();

  static const bool check_numerics = IsSet("VOXGRAD_CHECK_NUMERICS");
  static const bool verbose = IsSet("VOXGRAD_VERBOSE");
  RunControl inner = control;
  inner.check_numerics |= check_numerics;
  Executor executor(**plan, inner, &variables_, &draws_);
  std::vector<Tensor> results;
  const absl::Status status = executor.Run(values, &results);
  HoldSettledVariables();
  if (control.peak_bytes != nullptr) *control.peak_bytes = executor.peak_bytes();
  if (verbose) {
    std::fprintf(stderr, "voxgrad: run of %zu nodes, at most %.3f MiB between them\n", (*plan)->steps.size(),
                 static_cast<double>(executor.peak_bytes()) / (1 << 20));
  }
  if (!status.ok()) return status;
  *outputs = std::move(results);
  return absl::OkStatus();
}

}  // namespace voxgrad
