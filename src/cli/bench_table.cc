// How the benchmark's results are printed.
#include <algorithm>
#include <cstdio>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/bench.h"

namespace voxgrad::cli {
namespace {

using driver::CellResult;

/// In milliseconds, whatever the size, so that a column can be compared by eye.
std::string Milliseconds(double seconds) {
  return absl::StrFormat("%.*f", seconds < 0.1 ? 3 : seconds < 1 ? 1 : 0, seconds * 1e3);
}

std::string Percent(double share) { return absl::StrFormat("%.0f %%", share * 100); }

std::string Rate(const CellResult& result) {
  if (result.work.flops > 0)
    return absl::StrCat(ShortNumber(result.work.flops / result.seconds * 1e-9), " GFLOP/s");
  return absl::StrCat(ShortNumber(result.work.traffic.total() / result.seconds * 1e-9), " GB/s");
}

std::string Times(double ratio) { return absl::StrFormat("%.*f×", ratio < 9.95 ? 2 : 1, ratio); }

std::string LongestName(const std::vector<driver::BenchCell>& cells) {
  std::string longest;
  for (const driver::BenchCell& cell : cells) {
    if (cell.name.size() > longest.size()) longest = cell.name;
  }
  return longest;
}

}  // namespace

BenchTable::BenchTable(const std::vector<driver::BenchCell>& cells,
                       const std::vector<std::unique_ptr<driver::Peer>>& peers)
    : titles_({"workload", "type", "layout", "ms", "rate", "of ceiling", "by"}) {
  // The rows are not known yet: room for the widest that can come.
  widths_ = {std::max<size_t>(8, LongestName(cells).size()), 4, 6, 8, 12, 10, 9};
  for (const auto& peer : peers) {
    titles_.push_back(absl::StrCat(peer->title().substr(0, peer->title().find(' ')), " ms"));
    widths_.push_back(std::max<size_t>(9, titles_.back().size()));
  }
  if (!peers.empty()) {
    titles_.push_back("faster");
    widths_.push_back(7);
  }
}

std::string BenchTable::Join(const std::vector<std::string>& cells) const {
  std::string line;
  for (size_t i = 0; i < cells.size(); ++i) {
    const bool words = i < 3 || i == 6;
    absl::StrAppend(&line, i == 0 ? "" : "  ",
                    words ? PadRight(cells[i], widths_[i]) : PadLeft(cells[i], widths_[i]));
  }
  return std::string(absl::StripTrailingAsciiWhitespace(line));
}

std::string BenchTable::Head() const { return Join(titles_); }

std::string BenchTable::Row(const CellResult& result) const {
  std::vector<std::string> row = {result.cell.name, ShortTypeString(result.cell.line.type),
                                  absl::AsciiStrToLower(result.cell.line.layout)};
  if (!result.error.empty()) return absl::StrCat(Join(row), "  failed: ", result.error);
  row.push_back(Milliseconds(result.seconds));
  row.push_back(Rate(result));
  row.push_back(absl::StrCat(Percent(result.share()), result.above_ceiling() ? "!"
                                                      : result.beyond_cache  ? " "
                                                                             : "c"));
  row.push_back(result.implementation);
  for (const driver::PeerTime& peer : result.peers)
    row.push_back(peer.seconds > 0 ? Milliseconds(peer.seconds) : "–");
  if (!result.peers.empty()) row.push_back(result.faster() > 0 ? Times(result.faster()) : "–");
  return Join(row);
}

void PrintCeilings(const driver::Ceilings& c) {
  std::printf("%s, %s, %d thread%s, %s of shared cache, %s of memory\n", c.machine.cpu.c_str(),
              c.machine.simd.c_str(), c.machine.threads, c.machine.threads == 1 ? "" : "s",
              BytesText(static_cast<double>(c.machine.shared_cache)).c_str(),
              BytesText(static_cast<double>(c.machine.memory)).c_str());
  std::printf(
      "ceilings: copy %s GB/s (read + written), store %s, read %s; multiply-add f32 %s GFLOP/s, bf16 %s\n\n",
      ShortNumber(c.copy * 1e-9).c_str(), ShortNumber(c.store * 1e-9).c_str(),
      ShortNumber(c.read * 1e-9).c_str(), ShortNumber(c.flops_f32 * 1e-9).c_str(),
      ShortNumber(c.flops_bf16 * 1e-9).c_str());
  if (c.machine.busy()) {
    std::printf("The machine is busy (load %s): times and ceilings are not to be trusted.\n\n",
                ShortNumber(c.machine.load).c_str());
  }
  std::fflush(stdout);
}

void PrintMeans(const std::vector<CellResult>& results) {
  const std::vector<driver::BenchMean> means = driver::Means(results);
  const bool compared =
      std::any_of(means.begin(), means.end(), [](const auto& mean) { return mean.compared > 0; });
  Columns table("lrrrrrr");
  std::vector<std::string> head = {"geometric mean", "cells", "of ceiling"};
  if (compared) head.insert(head.end(), {"compared", "faster", "least"});
  table.Row(head);
  for (const driver::BenchMean& mean : means) {
    std::vector<std::string> row = {absl::StrCat(mean.group, mean.beyond_cache ? ", beyond the cache" : ""),
                                    absl::StrCat(mean.cells), Percent(mean.share)};
    if (mean.compared > 0) {
      row.insert(row.end(), {absl::StrCat(mean.compared), Times(mean.faster), Times(mean.least_faster)});
    }
    table.Row(row);
  }
  std::printf("\n%s", table.Text().c_str());
}

bool PrintRemarks(const std::vector<CellResult>& results) {
  const auto any = [&](const auto& test) { return std::any_of(results.begin(), results.end(), test); };
  if (any([](const CellResult& r) { return r.error.empty() && !r.beyond_cache; })) {
    std::printf("\nc: all that is moved fits into the shared cache, for the ceiling too.\n");
  }
  if (any([](const CellResult& r) { return r.faster() > 0; })) {
    std::printf(
        "faster: the time of the fastest other library over ours. – : refused, or nothing to compare "
        "with.\n");
  }
  bool good = true;
  for (const CellResult& r : results) {
    if (!r.above_ceiling()) continue;
    if (good)
      std::printf("\n! above a measured ceiling, so that ceiling is wrong: a bug of this benchmark.\n");
    good = false;
    std::printf("  %s: %s, ceiling %s\n", r.cell.line.Text().c_str(), SecondsText(r.seconds).c_str(),
                SecondsText(r.ceiling_seconds).c_str());
  }
  return good;
}

}  // namespace voxgrad::cli
