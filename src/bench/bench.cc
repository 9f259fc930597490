#include "bench/bench.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "bench/statistics.h"
#include "check/check.h"
#include "voxgrad/threads.h"

namespace voxgrad::driver {
namespace {

constexpr double kSlow = 1;  // seconds of a call that is not repeated

/// Adds the times of some calls, result and its release included. The first is not counted unless it is slow.
absl::Status TimeCalls(const PreparedCall& call, const Effort& effort, std::vector<double>* times) {
  double total = 0;
  for (int i = -1; i < effort.runs || total < effort.seconds; ++i) {
    const Stopwatch watch;
    if (absl::StatusOr<std::vector<Tensor>> result = call.Run(); !result.ok()) return result.status();
    const double seconds = watch.Seconds();
    if (i < 0 && seconds < kSlow) continue;
    times->push_back(seconds);
    total += seconds;
    if (seconds >= kSlow) break;
  }
  return absl::OkStatus();
}

/// One round of a peer; false when there is no point in another.
bool AskPeer(Peer* peer, const BenchCell& cell, const Effort& effort, std::vector<double>* times,
             PeerTime* result) {
  absl::StatusOr<std::vector<double>> answer = peer->Time(cell, effort);
  // Its threads spin for a while before they sleep, on cores that the next one needs.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  if (!answer.ok()) {
    result->refused = std::string(answer.status().message());
    return false;
  }
  times->insert(times->end(), answer->begin(), answer->end());
  return Median(*answer) < kSlow;
}

struct Contender {
  std::vector<double> times;
  bool done = false;
};

absl::Status RunRounds(const PreparedCall& call, const BenchOptions& options, const Ceilings& ceilings,
                       const std::vector<std::unique_ptr<Peer>>& peers, CellResult* result) {
  const Effort effort = {GetNumThreads(), 3, options.seconds};
  const DataType type = result->cell.line.type;
  Mover mover(result->work.traffic);
  double moving = 0, peak = ceilings.flops(type);
  Contender ours;
  std::vector<Contender> others(peers.size());
  for (int round = 0; round < options.rounds; ++round) {
    moving = mover.Sweep(options.seconds / 3);
    if (result->work.flops > 0) peak = std::max(peak, PeakFlops(type, options.seconds / 10));
    if (!ours.done) {
      if (absl::Status status = TimeCalls(call, effort, &ours.times); !status.ok()) return status;
      ours.done = ours.times.back() >= kSlow;
    }
    for (size_t i = 0; i < peers.size(); ++i) {
      Contender& other = others[i];
      if (other.done) continue;
      other.done = !AskPeer(peers[i].get(), result->cell, effort, &other.times, &result->peers[i]);
    }
  }
  for (size_t i = 0; i < peers.size(); ++i) {
    if (result->peers[i].refused.empty()) result->peers[i].seconds = Median(others[i].times);
  }
  result->seconds = Median(ours.times);
  result->fastest = *std::min_element(ours.times.begin(), ours.times.end());
  result->runs = ours.times.size();
  const double computing = result->work.flops / peak;
  result->ceiling_seconds = std::max(moving, computing);
  result->memory_bound = moving >= computing;
  return absl::OkStatus();
}

}  // namespace

double CellResult::best_peer() const {
  double best = 0;
  for (const PeerTime& peer : peers) {
    if (peer.seconds > 0 && (best == 0 || peer.seconds < best)) best = peer.seconds;
  }
  return best;
}

const CellResult& MiddleRun(const std::vector<CellResult>& runs) {
  std::vector<const CellResult*> order;
  for (const CellResult& run : runs) {
    if (!run.error.empty()) return run;
    order.push_back(&run);
  }
  const bool compared =
      std::all_of(order.begin(), order.end(), [](const CellResult* run) { return run->faster() > 0; });
  const auto value = [&](const CellResult* run) { return compared ? run->faster() : run->share(); };
  std::stable_sort(order.begin(), order.end(),
                   [&](const auto* a, const auto* b) { return value(a) < value(b); });
  return *order[(order.size() - 1) / 2];
}

Ceilings MeasureCeilings(double seconds) {
  Ceilings ceilings;
  ceilings.machine = ThisMachine();
  const double bytes = std::max<double>(256e6, 4.0 * static_cast<double>(ceilings.machine.shared_cache));
  const auto rate = [&](const Traffic& traffic) { return traffic.total() / Mover(traffic).Sweep(seconds); };
  ceilings.copy = rate({bytes / 2, bytes / 2});
  ceilings.store = rate({0, bytes});
  ceilings.read = rate({bytes, 0});
  ceilings.flops_f32 = PeakFlops(DT_FLOAT, seconds);
  ceilings.flops_bf16 = PeakFlops(DT_BFLOAT16, seconds);
  return ceilings;
}

CellResult MeasureCell(const BenchCell& cell, const BenchOptions& options, const Ceilings& ceilings,
                       const std::vector<std::unique_ptr<Peer>>& peers) {
  CellResult result;
  result.cell = cell;
  for (const auto& peer : peers) result.peers.push_back({peer->library(), 0, ""});
  const auto measure = [&]() -> absl::Status {
    const absl::StatusOr<Work> work = WorkOf(cell.line);
    if (!work.ok()) return work.status();
    result.work = *work;
    result.beyond_cache = work->traffic.total() > static_cast<double>(ceilings.machine.shared_cache);
    const absl::StatusOr<PreparedCall> call = Prepare(cell.line);
    if (!call.ok()) return call.status();
    KernelTrace trace;
    if (absl::StatusOr<Tensor> first = RunWith(*call, "", &trace); !first.ok()) return first.status();
    if (!trace.answers.empty()) result.implementation = trace.answers.back().implementation;
    return RunRounds(*call, options, ceilings, peers, &result);
  };
  if (absl::Status status = measure(); !status.ok()) result.error = std::string(status.message());
  return result;
}

}  // namespace voxgrad::driver
