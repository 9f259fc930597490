// The sections of the benchmark that come on request: scaling, overhead, memory.
#include <cstdio>
#include <fstream>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/fresh.h"
#include "bench/statistics.h"
#include "cli/bench.h"
#include "voxgrad/call.h"
#include "voxgrad/threads.h"

namespace voxgrad::cli {
namespace {

using driver::Line;
using driver::PreparedCall;
using driver::Stopwatch;

/// Bytes that can be had without pushing others out.
double AvailableMemory() {
  std::ifstream info("/proc/meminfo");
  for (std::string line; std::getline(info, line);) {
    if (absl::StartsWith(line, "MemAvailable"))
      return 1024 * std::strtod(line.c_str() + line.find(':') + 1, nullptr);
  }
  return 0;
}

/// The median of some calls, after one that is not counted: its memory is new. A slow one is called once.
absl::StatusOr<double> MedianSeconds(const PreparedCall& call, double budget) {
  std::vector<double> times;
  const Stopwatch all;
  for (int i = -1; i < 3 || (all.Seconds() < budget && i < 1000); ++i) {
    const Stopwatch watch;
    if (auto result = call.Run(); !result.ok()) return result.status();
    const double seconds = watch.Seconds();
    if (i < 0) continue;
    times.push_back(seconds);
    if (seconds > 2) break;
  }
  return driver::Median(times);
}

/// One size of a scaling row; false where the next would be too large.
absl::StatusOr<bool> ScaleTo(int64_t side, Line line, bool quick, Progress* progress, Columns* table) {
  for (size_t d = 1; d <= 3; ++d) line.shape[d] = side;
  const absl::StatusOr<driver::Work> work = driver::WorkOf(line);
  if (!work.ok()) return work.status();
  // Max pooling is also handed the forward result, and the fast kernels have some work space.
  if (1.5 * work->traffic.total() > 0.8 * AvailableMemory()) return false;
  progress->ShowNow(absl::StrCat(line.op, " ", side, "³ …"));
  const absl::StatusOr<PreparedCall> call = Prepare(line);
  if (!call.ok()) return call.status();
  const int all = GetNumThreads();
  const double elements = work->traffic.written / DataTypeSize(line.type);
  std::vector<std::string> row = {line.op, absl::StrCat(side, "³×", line.shape[4])};
  double alone = 0, together = 0;
  for (const int threads : {1, all}) {
    SetNumThreads(threads);
    const absl::StatusOr<double> seconds = MedianSeconds(*call, quick ? 0.05 : 0.3);
    SetNumThreads(all);
    if (!seconds.ok()) return seconds.status();
    (threads == 1 ? alone : together) = *seconds;
    row.push_back(ShortNumber(*seconds * 1e9 / elements));
    if (threads == all) break;
  }
  if (all == 1) together = alone;
  while (row.size() < 4) row.push_back(row.back());
  row.push_back(absl::StrFormat("%.2f×", alone / together));
  table->Row(row);
  // Eight times the elements take eight times as long.
  return 8 * 3 * alone < (quick ? 5 : 120);
}

/// Seconds of one call, the best of many batches.
template <class Body>
double BestOfBatches(const Body& body) {
  double best = 1;
  for (int batch = 0; batch < 20; ++batch) {
    const Stopwatch watch;
    for (int i = 0; i < 2000; ++i) body();
    best = std::min(best, watch.Seconds() / 2000);
  }
  return best;
}

}  // namespace

absl::Status BenchScaling(bool quick) {
  Progress progress;
  Columns table("llrrr");
  const int all = GetNumThreads();
  table.Row({"op", "volume", "ns/element, 1 thread", absl::StrCat("on ", all), "gain"});
  for (const char* text : {"AvgPool3DGrad f32 ndhwc 1x16x16x16x8 k3 s1 same",
                           "MaxPool3DGrad f32 ndhwc 1x16x16x16x8 k3 s1 same real",
                           "Conv3DBackpropInputV2 f32 ndhwc 1x16x16x16x8 o8 k3 s1 same"}) {
    const absl::StatusOr<Line> line = driver::ParseLine(text);
    if (!line.ok()) return line.status();
    for (const int64_t side : {16, 32, 64, 128, 192, 256, 384, 512}) {
      if (quick && side > 128) break;
      const absl::StatusOr<bool> more = ScaleTo(side, *line, quick, &progress, &table);
      if (!more.ok()) return more.status();
      if (!*more) break;
    }
  }
  progress.Clear();
  std::printf("%s\nk3 s1 SAME, f32, channels last; nanoseconds for one element of the result.\n",
              table.Text().c_str());
  return absl::OkStatus();
}

absl::Status BenchOverhead() {
  Columns table("lrr");
  table.Row({"op on [1,2,2,2,1]", "by name", "resolved"});
  for (const char* op : {"AvgPool3DGrad", "MaxPool3DGrad", "Conv3DBackpropInputV2"}) {
    const absl::StatusOr<Line> line = driver::ParseLine(absl::StrCat(op, " f32 ndhwc 1x2x2x2x1 k2 s2 valid"));
    if (!line.ok()) return line.status();
    const absl::StatusOr<PreparedCall> call = Prepare(*line);
    if (!call.ok()) return call.status();
    std::vector<NamedAttribute> attributes;
    for (size_t i = 0; i < call->slots.size(); ++i) {
      if (!call->slots[i].empty()) attributes.push_back({call->op->attrs[i].name, call->slots[i]});
    }
    if (auto result = Call(op, call->inputs, attributes); !result.ok()) return result.status();
    const double by_name = BestOfBatches([&] { Call(op, call->inputs, attributes).IgnoreError(); });
    const double resolved = BestOfBatches([&] { call->Run().IgnoreError(); });
    table.Row({op, SecondsText(by_name), SecondsText(resolved)});
  }
  std::printf(
      "%s\nby name: voxgrad::Call; resolved: the op and its attributes in their slots, as Python's functions "
      "call.\n"
      "Python's own: ./vox python bench/call_overhead.py\n",
      table.Text().c_str());
  return absl::OkStatus();
}

absl::Status BenchMemory(const std::vector<driver::BenchCell>& cells) {
  Progress progress;
  Columns table("lllrrrrr");
  table.Row({"workload", "type", "layout", "inputs", "result", "work space", "first call", "next"});
  for (const driver::BenchCell& cell : cells) {
    progress.ShowNow(absl::StrCat(cell.name, " ", cell.line.Text(), " …"));
    const absl::StatusOr<PreparedCall> call = Prepare(cell.line);
    if (!call.ok()) return call.status();
    const absl::StatusOr<driver::FreshCall> fresh = driver::RunFresh(*call);
    if (!fresh.ok()) return fresh.status();
    double inputs = 0;
    for (const Tensor& input : call->inputs) inputs += static_cast<double>(input.TotalBytes());
    table.Row({cell.name, ShortTypeString(cell.line.type), absl::AsciiStrToLower(cell.line.layout),
               BytesText(inputs), BytesText(fresh->result_bytes),
               BytesText(std::max(0.0, fresh->workspace())), SecondsText(fresh->first_seconds),
               SecondsText(fresh->next_seconds)});
  }
  progress.Clear();
  std::printf(
      "%s\nwork space: the most that was resident during the first call, less inputs and result; each call "
      "in a\n"
      "process of its own. Memory comes in pages of up to 2 MiB.\nfirst call: threads and memory not there "
      "yet.\n",
      table.Text().c_str());
  return absl::OkStatus();
}

}  // namespace voxgrad::cli
