// What a run tells: scalars of each step, results of blocks.
#include <cmath>

#include "absl/strings/str_cat.h"
#include "graph/node.h"
#include "studio/answer.h"
#include "studio/run.h"
#include "studio/tensor_look.h"

namespace voxgrad::studio {

double BytesOf(const std::vector<ResultPtr>& outputs) {
  double bytes = 0;
  for (const ResultPtr& output : outputs)
    bytes += output == nullptr ? 0 : static_cast<double>(output->tensor().TotalBytes());
  return bytes;
}

std::vector<std::pair<std::string, ResultPtr>> Runner::OutputsOf(const BuiltBlock& block) const {
  std::vector<std::pair<std::string, ResultPtr>> outputs;
  for (size_t i = 0; i < block.outputs.size(); ++i) {
    const Endpoint& output = block.outputs[i];
    const auto work = work_.find(output.node);
    if (work == work_.end() || static_cast<size_t>(output.index) >= work->second.outputs.size()) continue;
    const ResultPtr& result = work->second.outputs[static_cast<size_t>(output.index)];
    if (result != nullptr) outputs.emplace_back(absl::StrCat(block.block->name, ":", i), result);
  }
  return outputs;
}

void Runner::KeepScalars(int64_t step) {
  Json scalars = Json::object();
  for (const size_t b : block_order_) {
    for (const auto& [name, result] : OutputsOf(page_.blocks[b])) {
      const Tensor& tensor = result->tensor();
      if (tensor.NumElements() == 1 && tensor.dtype() != DT_STRING)
        scalars[name] = NumberJson(ElementAt(tensor, 0));
    }
  }
  scalars_.push_back({{"event", "step"}, {"step", step}, {"scalars", std::move(scalars)}});
}

/// A trend is drawn over every step; of very short ones only as many are sent as a screen can show.
void Runner::SendScalars(const Emit& emit) {
  constexpr size_t kMost = 500;
  const size_t every = (scalars_.size() + kMost - 1) / kMost;
  for (size_t i = 0; i < scalars_.size(); ++i) {
    if (i % every == 0 || i + 1 == scalars_.size()) emit(scalars_[i]);
  }
  scalars_.clear();
}

/// Whether the number that the run waits for has stopped changing.
bool Runner::Settled() {
  if (options_.until.empty()) return false;
  const absl::StatusOr<Endpoint> output = FindOutput(page_, options_.until);
  const auto work = output.ok() ? work_.find(output->node) : work_.end();
  if (work == work_.end() || static_cast<size_t>(output->index) >= work->second.outputs.size()) return false;
  const ResultPtr& result = work->second.outputs[static_cast<size_t>(output->index)];
  if (result == nullptr || result->tensor().NumElements() != 1) return false;
  const double value = ElementAt(result->tensor(), 0);
  const std::optional<double> before = std::exchange(last_value_, value);
  return before &&
         std::abs(value - *before) <= options_.tolerance * std::max(std::abs(value), std::abs(*before));
}

Json Runner::BlockResultJson(const BuiltBlock& block) const {
  Json outputs = Json::array();
  for (const auto& [name, result] : OutputsOf(block)) outputs.push_back(SummaryJson(name, *result));
  double ms = 0, bytes = 0;
  bool cached = true;
  std::vector<const Node*> nodes(block.folded.begin(), block.folded.end());
  if (block.node != nullptr) nodes.push_back(block.node);
  for (const Node* node : nodes) {
    const auto work = work_.find(node);
    if (work == work_.end() || !work->second.ran) continue;
    cached = false;
    ms += work->second.ms;
    bytes += BytesOf(work->second.outputs);
    for (const Endpoint& input : node->body().inputs) {
      const auto from = work_.find(input.node);
      if (from == work_.end() || static_cast<size_t>(input.index) >= from->second.outputs.size()) continue;
      bytes += BytesOf({from->second.outputs[static_cast<size_t>(input.index)]});
    }
  }
  return {{"outputs", std::move(outputs)},
          {"ms", ms},
          {"bytes", bytes},
          {"gb_per_s", ms > 0 ? bytes / ms / 1e6 : 0},
          {"cached", cached}};
}

void Runner::SendResults(const Emit& emit, const Publish& publish) {
  std::map<std::string, ResultPtr> results;
  for (const size_t b : block_order_) {
    const BuiltBlock& block = page_.blocks[b];
    for (const auto& [name, result] : OutputsOf(block)) results[name] = result;
    for (const Node* node : block.folded) {
      const auto work = work_.find(node);
      for (size_t i = 0; work != work_.end() && i < work->second.outputs.size(); ++i)
        results[absl::StrCat(node->name(), ":", i)] = work->second.outputs[i];
    }
  }
  publish(results);
  for (const size_t b : block_order_) {
    const BuiltBlock& block = page_.blocks[b];
    emit({{"event", "result"}, {"block", block.block->name}, {"result", BlockResultJson(block)}});
  }
}

}  // namespace voxgrad::studio
