#include "graph/executor.h"

#include "absl/strings/str_cat.h"
#include "core/own_copy.h"
#include "graph/numerics.h"

namespace voxgrad {
namespace {

int64_t Bytes(const Tensor& tensor) { return static_cast<int64_t>(tensor.TotalBytes()); }

absl::Status UnfedError(const Node& node) {
  const OutputInfo& output = node.body().outputs.front();
  return absl::InvalidArgumentError(absl::StrCat(
      "You must feed a value for placeholder tensor '", node.name(), "' with dtype ",
      DataTypeString(output.dtype),
      output.shape.unknown_rank() ? "" : absl::StrCat(" and shape ", output.shape.DebugString())));
}

absl::Status UnsetError(const Variable& variable) {
  return absl::FailedPreconditionError(absl::StrCat("Attempting to use uninitialized value ", variable.name));
}

}  // namespace

absl::Status Executor::Read(const Value& value, Tensor* tensor) const {
  if (value.variable != nullptr && !value.variable->is_set) return UnsetError(*value.variable);
  *tensor = value.variable == nullptr ? value.tensor : value.variable->value;
  return absl::OkStatus();
}

bool Executor::HoldsVariable(const Step& step) {
  const NodeBody& body = step.node->body();
  if (!body.op->stateful || !body.inputs.empty() || body.op->outputs.empty() || !body.op->outputs[0].is_ref)
    return false;
  const auto place = variables_.try_emplace(step.node, Variable{body.name, body.outputs[0].shape}).first;
  values_[static_cast<size_t>(step.first_output)].variable = &place->second;
  return true;
}

/// The input of an op that changes a variable. The tensor it sees borrows the memory and is no holder of it,
/// so that the op may write in place when the variable alone holds it.
absl::Status Executor::Refer(Variable* variable, const ArgDef& arg, size_t i) {
  input_variables_[i] = variable;
  variable->changed = true;
  variable->constant.reset();
  const Tensor& value = variable->value;
  if (variable->is_set) {
    inputs_[i] = Tensor(value.dtype(), value.shape(), Buffer::Borrow(value.data(), value.TotalBytes()));
    return absl::OkStatus();
  }
  if (!arg.may_be_unset) return UnsetError(*variable);
  return absl::OkStatus();
}

absl::Status Executor::Gather(const Step& step) {
  const NodeBody& body = step.node->body();
  inputs_.resize(step.inputs.size());
  if (body.op->stateful) input_variables_.assign(step.inputs.size(), nullptr);
  for (size_t i = 0; i < step.inputs.size(); ++i) {
    Value& value = values_[static_cast<size_t>(step.inputs[i].slot)];
    absl::Status status;
    const ArgDef* arg =
        value.variable == nullptr ? nullptr : &body.op->inputs[ArgOfInput(*body.op, i, body.slots)];
    if (arg != nullptr && arg->is_ref) {
      inputs_[i] = Tensor(InfoOf(body.inputs[i]).dtype);
      status = Refer(value.variable, *arg, i);
    } else if (value.variable == nullptr && step.inputs[i].last) {
      live_bytes_ -= Bytes(value.tensor);
      inputs_[i] = std::move(value.tensor);
    } else {
      status = Read(value, &inputs_[i]);
    }
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

void Executor::Keep(const Step& step, Results* results) {
  const NodeBody& body = step.node->body();
  for (size_t i = 0; i < results->size(); ++i) {
    Value& value = values_[static_cast<size_t>(step.first_output) + i];
    if (body.output_arg(i).is_ref) {
      value.variable = input_variables_.front();  // Assign and the like hand their variable on
    } else {
      value.tensor = std::move((*results)[i]);
      live_bytes_ += Bytes(value.tensor);
    }
  }
  peak_bytes_ = std::max(peak_bytes_, live_bytes_);
  for (int i : step.unread) {
    Value& value = values_[static_cast<size_t>(step.first_output + i)];
    if (value.variable == nullptr) live_bytes_ -= Bytes(value.tensor);
    value.tensor = Tensor();
  }
}

void Executor::Trace(const Step& step, std::chrono::steady_clock::time_point start) {
  using Micros = std::chrono::duration<double, std::micro>;
  const auto now = std::chrono::steady_clock::now();
  control_.trace->push_back(
      {step.node, Micros(start - begin_).count(), Micros(now - start).count(), live_bytes_});
}

absl::Status Executor::RunStep(const Step& step) {
  const NodeBody& body = step.node->body();
  if (HoldsVariable(step)) return absl::OkStatus();
  if (body.op->run == nullptr && !body.outputs.empty() && !body.op->stateful) return UnfedError(*step.node);
  if (absl::Status status = Gather(step); !status.ok()) return status;
  InvokeOptions options;
  options.node = body.name;
  options.exec = &exec_;
  if (body.op->stateful) {
    options.variables = input_variables_;
    options.draws = &draws_[step.node];
  }
  Results results;
  if (absl::Status status = InvokeCompleted(*body.op, inputs_, body.slots, options, &results); !status.ok())
    return status;
  if (control_.check_numerics) {
    if (absl::Status status = CheckNumerics(*step.node, results); !status.ok()) return status;
  }
  inputs_.clear();  // what was read for the last time is free from here on
  Keep(step, &results);
  return absl::OkStatus();
}

absl::Status Executor::Run(const std::vector<Tensor>& feeds, std::vector<Tensor>* fetches) {
  for (size_t i = 0; i < feeds.size(); ++i) {
    values_[static_cast<size_t>(plan_.feed_slots[i])].tensor = feeds[i];
  }
  for (size_t k = 0; k < plan_.steps.size(); ++k) {
    const Step& step = plan_.steps[k];
    if (control_.exec.cancel != nullptr && *control_.exec.cancel)
      return absl::CancelledError(absl::StrCat("The run was cancelled before node '", step.node->name(),
                                               "' (", k + 1, " of ", plan_.steps.size(), ")."));
    if (control_.progress) control_.progress(k, plan_.steps.size(), *step.node);
    const auto start = control_.trace ? std::chrono::steady_clock::now() : begin_;
    if (absl::Status status = RunStep(step); !status.ok()) return status;
    if (control_.trace != nullptr) Trace(step, start);
  }
  return HandOver(fetches);
}

/// What is handed out is the caller's alone: a constant, a variable, a feed or what is fetched twice is
/// copied, any other value is given away as it is.
absl::Status Executor::HandOver(std::vector<Tensor>* fetches) {
  fetches->resize(plan_.fetch_slots.size());
  for (size_t i = 0; i < plan_.fetch_slots.size(); ++i) {
    const Value& value = values_[static_cast<size_t>(plan_.fetch_slots[i])];
    if (absl::Status status = Read(value, &(*fetches)[i]); !status.ok()) return status;
  }
  values_.clear();
  for (Tensor& fetch : *fetches) {
    if (absl::Status status = MakeOwn(&fetch); !status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace voxgrad
