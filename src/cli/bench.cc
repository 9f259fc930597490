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
  int runs = 1;  // of everything; each row is then that of the one in the middle
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

/// The number that stands behind a flag, if it was given.
absl::Status ReadCount(const char* flag, Arguments* arguments, int* count) {
  for (const std::string& text : arguments->Values(flag)) {
    if (!absl::SimpleAtoi(text, count) || *count < 1)
      return absl::InvalidArgumentError(absl::StrCat(flag, " takes a number above 0."));
  }
  return absl::OkStatus();
}

/// Every cell in as many runs through all of them, printed as they come; of each the run in the middle.
std::vector<driver::CellResult> MeasureRuns(const std::vector<BenchCell>& cells, const BenchOptions& options,
                                            const driver::Ceilings& ceilings, const Peers& peers,
                                            Progress* progress) {
  driver::BenchOptions effort;
  if (options.quick) effort = {1, 0.03};
  const BenchTable table(cells, peers);
  std::vector<std::vector<driver::CellResult>> runs(cells.size());
  for (int run = 1; run <= options.runs; ++run) {
    if (options.runs > 1) std::printf("%srun %d of %d\n", run > 1 ? "\n" : "", run, options.runs);
    std::printf("%s\n", table.Head().c_str());
    for (size_t i = 0; i < cells.size(); ++i) {
      progress->ShowNow(
          absl::StrCat(i, " of ", cells.size(), ": ", cells[i].name, ", ", cells[i].line.Text()));
      runs[i].push_back(driver::MeasureCell(cells[i], effort, ceilings, peers));
      progress->Clear();
      std::printf("%s\n", table.Row(runs[i].back()).c_str());
      std::fflush(stdout);
    }
  }
  std::vector<driver::CellResult> results;
  for (const auto& of_cell : runs) results.push_back(driver::MiddleRun(of_cell));
  if (options.runs == 1) return results;
  std::printf("\nof %d runs the one in the middle\n%s\n", options.runs, table.Head().c_str());
  for (const driver::CellResult& result : results) std::printf("%s\n", table.Row(result).c_str());
  return results;
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

  report.runs = options.runs;
  report.results = MeasureRuns(cells, options, report.ceilings, *peers, &progress);
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
  int threads = GetNumThreads();
  absl::Status status = ReadCount("--threads", &arguments, &threads);
  if (status.ok()) status = ReadCount("--runs", &arguments, &options.runs);
  SetNumThreads(threads);
  Words rest;
  if (status.ok()) status = arguments.Rest(&rest);
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
  const bool forward = op == "forward", filters = op == "filter", poolings = op == "pooling";
  if (forward || filters || poolings) {
    rest.erase(rest.begin());
    options.page = absl::StrCat("performance-", op);
  }

  absl::StatusOr<std::vector<BenchCell>> workloads = driver::ReadWorkloads(driver::BuiltInWorkloads());
  if (!workloads.ok()) return Fail(workloads.status());
  if (forward) *workloads = ConvolutionsAs(driver::ConvolutionOp::kForward, *workloads);
  if (filters) *workloads = ConvolutionsAs(driver::ConvolutionOp::kFilterGradient, *workloads);
  if (poolings) {
    if (options.peers || options.write_docs)
      return UsageError("bench", "pooling is measured for itself: it has no peers and no page.");
    *workloads = ForwardPoolings(*workloads);
  }
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
