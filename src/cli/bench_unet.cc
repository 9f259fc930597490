// A training step of a U-Net, beside PyTorch's, and where its time goes.
#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/fresh.h"
#include "bench/peers.h"
#include "bench/statistics.h"
#include "bench/unet.h"
#include "cli/bench.h"
#include "voxgrad/threads.h"

namespace voxgrad::cli {
namespace {

using driver::Peer;
using driver::Stopwatch;

constexpr int64_t kCells = 64;  // along each axis

/// What was measured of one library.
struct Measured {
  std::string title;
  std::vector<double> seconds;
  double peak_bytes = 0;  // over what was resident before the network was made
};

absl::Status MeasureOurs(driver::UNet* net, int steps, Measured* to) {
  for (int i = 0; i < steps; ++i) {
    const Stopwatch watch;
    if (auto loss = net->Step(); !loss.ok()) return loss.status();
    to->seconds.push_back(watch.Seconds());
  }
  return absl::OkStatus();
}

absl::Status MeasurePeer(Peer* peer, int steps, Measured* to) {
  const nlohmann::json request = {{"cells", kCells}, {"threads", GetNumThreads()}, {"steps", steps}};
  const absl::StatusOr<std::string> answer = peer->Ask(request.dump());
  if (!answer.ok()) return answer.status();
  const nlohmann::json times = nlohmann::json::parse(*answer, nullptr, /*allow_exceptions=*/false);
  if (!times.is_object() || !times.contains("seconds"))
    return absl::InternalError(absl::StrCat(peer->title(), " answers ", *answer));
  for (const nlohmann::json& seconds : times["seconds"]) to->seconds.push_back(seconds.get<double>());
  to->peak_bytes = times.value("peak_bytes", 0.0);
  return absl::OkStatus();
}

void PrintLibraries(const std::vector<Measured>& all) {
  Columns table("lrrr");
  table.Row({"library", "ms a step", "peak memory", "Voxgrad is faster"});
  const double ours = driver::Median(all[0].seconds);
  for (const Measured& one : all) {
    const double seconds = driver::Median(one.seconds);
    table.Row({one.title, absl::StrFormat("%.0f", seconds * 1e3), BytesText(one.peak_bytes),
               &one == all.data() ? "" : absl::StrFormat("%.2fx", seconds / ours)});
  }
  std::printf("%s\n", table.Text().c_str());
}

/// Time by op, the longest first; what is below a hundredth is added up.
void PrintBreakdown(const std::vector<TraceEvent>& trace) {
  struct Part {
    int calls = 0;
    double us = 0;
  };
  std::map<std::string, Part> parts;
  double total = 0;
  for (const TraceEvent& event : trace) {
    Part& part = parts[event.node->type_string()];
    ++part.calls;
    part.us += event.took_us;
    total += event.took_us;
  }
  std::vector<std::pair<std::string, Part>> sorted(parts.begin(), parts.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.second.us > b.second.us; });
  Columns table("lrrr");
  table.Row({"op", "calls", "ms", "share"});
  Part rest;
  const auto row = [&](const std::string& name, const Part& part) {
    table.Row({name, absl::StrCat(part.calls), absl::StrFormat("%.1f", part.us / 1e3),
               absl::StrFormat("%.0f %%", 100 * part.us / total)});
  };
  for (const auto& [op, part] : sorted) {
    if (part.us >= total / 100) {
      row(op, part);
    } else {
      rest.calls += part.calls;
      rest.us += part.us;
    }
  }
  row("the others", rest);
  std::printf("%s", table.Text().c_str());
}

}  // namespace

absl::Status BenchUNet(bool quick, const std::vector<std::unique_ptr<Peer>>& peers) {
  Progress progress;
  std::vector<Measured> all(1 + peers.size());
  all[0].title = "Voxgrad";
  const double before = driver::StatusBytes("VmRSS");
  progress.ShowNow("Voxgrad, first step …");
  absl::StatusOr<std::unique_ptr<driver::UNet>> net = driver::UNet::Make(kCells);
  if (!net.ok()) return net.status();
  const absl::StatusOr<float> first = (*net)->Step();
  if (!first.ok()) return first.status();
  for (int round = 0; round < (quick ? 1 : 5); ++round) {  // in turn, so that all see the same machine
    progress.ShowNow(absl::StrCat("Voxgrad, round ", round + 1, " …"));
    if (absl::Status status = MeasureOurs(net->get(), quick ? 1 : 3, &all[0]); !status.ok()) return status;
    for (size_t i = 0; i < peers.size(); ++i) {
      all[i + 1].title = peers[i]->title();
      progress.ShowNow(absl::StrCat(all[i + 1].title, ", round ", round + 1, " …"));
      if (absl::Status status = MeasurePeer(peers[i].get(), quick ? 1 : 3, &all[i + 1]); !status.ok())
        return status;
    }
  }
  all[0].peak_bytes = driver::StatusBytes("VmHWM") - before;
  std::vector<TraceEvent> trace;
  const absl::StatusOr<float> last = (*net)->Step(&trace);
  if (!last.ok()) return last.status();
  progress.Clear();
  std::printf(
      "A training step of a U-Net: 16, 32, 64 channels, one volume of %lld³, float, Adam; %d threads. "
      "Medians.\n"
      "Loss %.3f before the first step, %.3f before the last.\n\n",
      static_cast<long long>(kCells), GetNumThreads(), static_cast<double>(*first),
      static_cast<double>(*last));
  PrintLibraries(all);
  PrintBreakdown(trace);
  return absl::OkStatus();
}

}  // namespace voxgrad::cli
