// vox bench: how fast it is, beside what the machine can do and what other libraries do.
#include "cli/bench.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cli/command.h"
#include "voxgrad/threads.h"

namespace voxgrad::cli {
namespace {

using driver::BenchCell;
using driver::Peer;
using Peers = std::vector<std::unique_ptr<Peer>>;

struct BenchOptions {
  bool peers = false, quick = false, write_docs = false;
  std::string json;
  std::string page = "performance";  // of docs, that --write-docs fills
};

/// The checkout, as the launcher tells it; other libraries and documents live there.
absl::StatusOr<std::string> Checkout(const char* flag) {
  if (const char* root = std::getenv("VOXGRAD_ROOT")) return std::string(root);
  return absl::FailedPreconditionError(
      absl::StrCat(flag, " needs a checkout: run ./vox bench ", flag, " there."));
}

/// Children that run a script of the folder bench, one for each word that it is called with.
absl::StatusOr<Peers> StartPeers(bool wanted, const char* script, const Words& each, Progress* progress) {
  Peers peers;
  if (!wanted) return peers;
  const absl::StatusOr<std::string> root = Checkout("--peers");
  if (!root.ok()) return root.status();
  const char* python = std::getenv("VOXGRAD_PEERS_PYTHON");
  for (const std::string& word : each) {
    progress->ShowNow(absl::StrCat("starting ", script, " ", word, " …"));
    peers.push_back(std::make_unique<Peer>(
        std::vector<std::string>{python ? python : absl::StrCat(*root, "/.venv-peers/bin/python"),
                                 absl::StrCat(*root, "/bench/", script)},
        word));
    if (absl::Status status = peers.back()->Start(); !status.ok()) return status;
  }
  return peers;
}

std::string Today() {
  const std::time_t now = std::time(nullptr);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

absl::Status WriteFile(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  return file ? absl::OkStatus() : absl::UnknownError(absl::StrCat(path, " cannot be written."));
}

/// A report in the folder docs, its page and its picture.
absl::Status WriteDocs(const std::string& root, const std::string& page, const std::string& json) {
  std::string python = "python3", script = absl::StrCat(root, "/bench/plot.py"),
              report = absl::StrCat(root, "/docs/", page, ".json");
  if (absl::Status status = WriteFile(report, json); !status.ok()) return status;
  char* arguments[] = {python.data(), script.data(), report.data(), nullptr};
  pid_t child = 0;
  int status = 1;
  if (posix_spawnp(&child, python.c_str(), nullptr, nullptr, arguments, environ) == 0)
    waitpid(child, &status, 0);
  return status == 0 ? absl::OkStatus() : absl::UnknownError(absl::StrCat(script, " failed."));
}

absl::Status BenchCells(const std::vector<BenchCell>& cells, const BenchOptions& options,
                        const Words& words) {
  std::string root;
  if (options.write_docs) {
    absl::StatusOr<std::string> checkout = Checkout("--write-docs");
    if (!checkout.ok()) return checkout.status();
    root = *checkout;
  }
  Progress progress;
  absl::StatusOr<Peers> peers = StartPeers(options.peers, "peers.py", {"tensorflow", "torch"}, &progress);
  if (!peers.ok()) return peers.status();
  driver::BenchReport report;
  progress.ShowNow("measuring the machine's ceilings …");
  report.ceilings = driver::MeasureCeilings(options.quick ? 0.1 : 0.5);
  report.command = absl::StrCat("./vox bench", words.empty() ? "" : " ", absl::StrJoin(words, " "));
  report.date = Today();
  for (const auto& peer : *peers) report.peers.push_back(peer->title());
  progress.Clear();
  PrintCeilings(report.ceilings);
  if (!report.peers.empty()) std::printf("beside %s\n\n", absl::StrJoin(report.peers, " and ").c_str());

  driver::BenchOptions effort;
  if (options.quick) effort = {1, 0.03};
  const BenchTable table(cells, *peers);
  std::printf("%s\n", table.Head().c_str());
  for (const BenchCell& cell : cells) {
    progress.ShowNow(
        absl::StrCat(report.results.size(), " of ", cells.size(), ": ", cell.name, ", ", cell.line.Text()));
    report.results.push_back(driver::MeasureCell(cell, effort, report.ceilings, *peers));
    progress.Clear();
    std::printf("%s\n", table.Row(report.results.back()).c_str());
    std::fflush(stdout);
  }
  PrintMeans(report.results);
  const bool good = PrintRemarks(report.results);
  const std::string json = driver::ReportJson(report);
  if (!options.json.empty()) {
    if (absl::Status status = WriteFile(options.json, json); !status.ok()) return status;
  }
  if (options.write_docs) {
    if (absl::Status status = WriteDocs(root, options.page, json); !status.ok()) return status;
  }
  return good ? absl::OkStatus() : absl::InternalError("A cell is above its ceiling.");
}

/// Runs a section beside the children that a script of the folder bench makes of these words.
absl::Status BenchBeside(const BenchOptions& options, const char* script, const Words& each,
                         absl::Status (*section)(bool quick, const Peers& peers)) {
  Progress progress;
  const absl::StatusOr<Peers> peers = StartPeers(options.peers, script, each, &progress);
  return peers.ok() ? section(options.quick, *peers) : peers.status();
}

/// The sections that take no filter.
const std::map<std::string, absl::Status (*)(const BenchOptions&)>& Sections() {
  static const auto* const kSections = new std::map<std::string, absl::Status (*)(const BenchOptions&)>{
      {"scaling", [](const BenchOptions& o) { return BenchScaling(o.quick); }},
      {"overhead", [](const BenchOptions&) { return BenchOverhead(); }},
      {"sweeps", [](const BenchOptions& o) { return BenchSweeps(o.quick); }},
      {"matmul",
       [](const BenchOptions& o) { return BenchBeside(o, "matmul.py", {"numpy", "torch"}, BenchMatMul); }},
      {"unet",
       [](const BenchOptions& o) { return BenchBeside(o, "unet.py", {"NDHWC", "NCDHW"}, BenchUNet); }},
  };
  return *kSections;
}

}  // namespace

int Bench(const Words& words) {
  Arguments arguments(words);
  BenchOptions options;
  options.peers = arguments.Flag("--peers");
  options.quick = arguments.Flag("--quick");
  options.write_docs = arguments.Flag("--write-docs");
  for (const std::string& path : arguments.Values("--json")) options.json = path;
  for (const std::string& text : arguments.Values("--threads")) {
    int threads = 0;
    if (!absl::SimpleAtoi(text, &threads) || threads < 1)
      return UsageError("bench", "--threads takes a number above 0.");
    SetNumThreads(threads);
  }
  Words rest;
  absl::Status status = arguments.Rest(&rest);
  if (!status.ok()) return UsageError("bench", status.message());
  const std::string section = rest.empty() ? "" : rest[0];
  if (const auto found = Sections().find(section); found != Sections().end()) {
    if (rest.size() > 1) return UsageError("bench", absl::StrCat("`", section, "` takes no filter."));
    status = found->second(options);
    return status.ok() ? 0 : Fail(status);
  }
  const bool memory = section == "memory";
  if (memory) rest.erase(rest.begin());
  const std::string op = rest.empty() ? "" : rest[0];
  const bool forward = op == "forward", filters = op == "filter";
  if (forward || filters) {
    rest.erase(rest.begin());
    options.page = absl::StrCat("performance-", op);
  }

  absl::StatusOr<std::vector<BenchCell>> workloads = driver::ReadWorkloads(driver::BuiltInWorkloads());
  if (!workloads.ok()) return Fail(workloads.status());
  if (forward) *workloads = ConvolutionsAs(driver::ConvolutionOp::kForward, *workloads);
  if (filters) *workloads = ConvolutionsAs(driver::ConvolutionOp::kFilterGradient, *workloads);
  const absl::StatusOr<driver::CellFilter> filter = driver::CellFilter::Parse(rest);
  if (!filter.ok()) return UsageError("bench", filter.status().message());
  std::vector<BenchCell> cells;
  for (const BenchCell& cell : driver::ExpandCells(*workloads)) {
    if (filter->Matches(cell)) cells.push_back(cell);
  }
  if (cells.empty())
    return UsageError("bench", absl::StrCat("No workload matches ", absl::StrJoin(rest, " "), "."));
  status = memory ? BenchMemory(cells) : BenchCells(cells, options, words);
  return status.ok() ? 0 : Fail(status);
}

}  // namespace voxgrad::cli
