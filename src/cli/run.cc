// vox run: evaluate a page.
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "cli/command.h"
#include "cli/page_options.h"
#include "cli/show_tensor.h"
#include "cli/tensor_json.h"
#include "cli/text.h"
#include "core/npy.h"
#include "core/number_text.h"
#include "page/pages/page_run.h"
#include "voxgrad/util/env.h"

namespace voxgrad::cli {
namespace {

constexpr int64_t kShownElements = 512;
constexpr int kInterrupted = 130;  // what a shell reports of a program that Ctrl-C ended

std::atomic<bool> interrupted = false;

/// The first Ctrl-C ends the run in an orderly way, a second one the program.
void CancelOnInterrupt() {
  struct sigaction action = {};
  action.sa_handler = [](int) { interrupted = true; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

struct RunPageOptions : PageOptions {
  std::string out, trace;
  bool json = false, all = false;
};

absl::Status ReadRunOptions(const Words& words, RunPageOptions* options) {
  Arguments arguments(words);
  options->json = arguments.Flag("--json");
  options->all = arguments.Flag("--all");
  options->out = arguments.Value("--out");
  options->trace = arguments.Value("--trace");
  return ReadPageOptions(&arguments, options);
}

/// The numbers of a step on a line: losses and the like.
void PrintScalars(int64_t step, const std::vector<NamedTensor>& results) {
  std::string text;
  for (const auto& [name, tensor] : results) {
    if (tensor.NumElements() != 1) continue;
    absl::StrAppend(&text, "  ", name, " ", ElementText(tensor.dtype(), tensor.data(), 0));
  }
  if (!text.empty()) std::printf("step %lld%s\n", static_cast<long long>(step), text.c_str());
}

/// Runs all steps; the results are those of the last one.
class Steps {
 public:
  Steps(PageRun* run, const RunPageOptions& options) : run_(run), options_(options) {}

  absl::StatusOr<std::vector<NamedTensor>> Run() {
    // About twenty lines, however many steps there are.
    const int64_t every = std::max<int64_t>(options_.steps / 20, 1);
    absl::StatusOr<std::vector<NamedTensor>> results;
    for (int64_t step = 1; step <= options_.steps; ++step) {
      results = Step(step);
      if (!results.ok()) break;
      const bool shown = step == 1 || step % every == 0 || step == options_.steps;
      if (options_.steps > 1 && !options_.json && shown) {
        progress_.Clear();
        PrintScalars(step, *results);
      }
    }
    progress_.Clear();
    return results;
  }

  const std::vector<TracedStep>& trace() const { return trace_; }

 private:
  double Micros() const {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin_).count();
  }

  absl::StatusOr<std::vector<NamedTensor>> Step(int64_t step) {
    RunControl control;
    control.exec.cancel = &interrupted;
    control.progress = [&](size_t k, size_t n, const Node& node) {
      // A clock costs less than a line of text, and there may be very many nodes.
      const double now = Micros();
      if (now < next_progress_us_) return;
      next_progress_us_ = now + 1e5;
      progress_.Show(
          absl::StrCat(options_.steps > 1 ? absl::StrCat("step ", step, " of ", options_.steps, ", ") : "",
                       "node ", k + 1, " of ", n, ": ", node.name()));
    };
    if (!options_.trace.empty()) {
      trace_.push_back({Micros(), {}});
      control.trace = &trace_.back().events;
    }
    absl::StatusOr<std::vector<NamedTensor>> results = run_->Run(options_.request, control);
    if (!interrupted || !absl::IsCancelled(results.status())) return results;
    // Between two nodes the run knows only that it was cancelled.
    const absl::string_view why = results.status().message();
    if (absl::StrContains(why, "interrupted")) return results;
    return absl::CancelledError(absl::StrCat("interrupted: ", why));
  }

  PageRun* run_;
  const RunPageOptions& options_;
  Progress progress_;
  std::vector<TracedStep> trace_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  double next_progress_us_ = 0;
};

absl::Status WriteResults(const std::vector<NamedTensor>& results, const std::string& folder) {
  if (mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST)
    return absl::UnavailableError(absl::StrCat(folder, " cannot be made: ", std::strerror(errno), "."));
  for (const auto& [name, tensor] : results) {
    const std::string path = absl::StrCat(folder, "/", FileName(absl::StripSuffix(name, ":0")), ".npy");
    if (absl::Status status = WriteNpy(path, tensor); !status.ok()) return status;
    std::printf("%s: %s %s in %s\n", name.c_str(), DataTypeString(tensor.dtype()).c_str(),
                tensor.shape().DebugString().c_str(), path.c_str());
  }
  return absl::OkStatus();
}

void PrintResults(const std::vector<NamedTensor>& results, bool all) {
  for (const auto& [name, tensor] : results) {
    std::printf("%s: %s %s\n%s\n", name.c_str(), DataTypeString(tensor.dtype()).c_str(),
                tensor.shape().DebugString().c_str(),
                ValuesText(tensor, all ? tensor.NumElements() : kShownElements).c_str());
  }
}

absl::Status Evaluate(RunPageOptions* options) {
  const absl::StatusOr<std::shared_ptr<const Page>> page = Page::Load(options->page);
  if (!page.ok()) return page.status();
  if (absl::Status status = options->ReadFeeds(**page); !status.ok()) return status;
  PageRun run(*page, options->seed);
  for (const std::string& node : options->inits) {
    if (absl::Status status = run.AddInitializer(node); !status.ok()) return status;
  }
  Steps steps(&run, *options);
  const absl::StatusOr<std::vector<NamedTensor>> results = steps.Run();
  if (!options->trace.empty()) {
    const absl::Status status = WriteStringToFile(Env::Default(), options->trace, TraceJson(steps.trace()));
    if (!status.ok())
      return absl::Status(status.code(),
                          absl::StrCat("The trace cannot be written: ", status.message(), "."));
  }
  if (!results.ok()) return results.status();
  if (options->json) {
    std::fputs(TensorsJson(*results).c_str(), stdout);
  } else if (options->out.empty()) {
    PrintResults(*results, options->all);
  }
  return options->out.empty() ? absl::OkStatus() : WriteResults(*results, options->out);
}

}  // namespace

int RunPage(const Words& words) {
  RunPageOptions options;
  if (absl::Status status = ReadRunOptions(words, &options); !status.ok())
    return UsageError("run", status.message());
  if (options.json && !options.out.empty()) return UsageError("run", "--json and --out: choose one of them.");
  CancelOnInterrupt();
  const absl::Status status = Evaluate(&options);
  if (status.ok()) return 0;
  Fail(status);
  return absl::IsCancelled(status) ? kInterrupted : 1;
}

}  // namespace voxgrad::cli
