// vox fuzz: random calls, or pages, until the time is up.
#include "fuzz/fuzz.h"

#include <chrono>
#include <cstdio>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "cli/command.h"
#include "cli/text.h"
#include "fuzz/fuzz_page.h"
#include "ops/table/op.h"

namespace voxgrad::cli {
namespace {

using driver::HarnessSummary;
using driver::Outcome;

std::string Totals(const HarnessSummary& summary, const char* what) {
  return absl::StrCat(CountText(summary.count(Outcome::kPassed)), " good ", what, " right, ",
                      CountText(summary.count(Outcome::kRefused)), " bad ", what, " refused, ",
                      CountText(summary.count(Outcome::kAnswered)), " bad ", what, " answered rightly, ",
                      summary.failures.size(), summary.failures.size() == 1 ? " failure" : " failures");
}

void PrintSummary(const std::vector<std::string>& kinds, const HarnessSummary& summary, const char* what) {
  Columns table("lrrrr");
  table.Row({"class", "right", "refused", "answered", "failed"});
  for (size_t i = 0; i < kinds.size(); ++i) {
    int64_t failed = 0;
    for (const driver::CallFailure& failure : summary.failures) failed += failure.kind == kinds[i] ? 1 : 0;
    const auto& counts = summary.by_kind[i];
    table.Row(
        {kinds[i], CountText(counts[0]), CountText(counts[1]), CountText(counts[2]), CountText(failed)});
  }
  std::printf("\n%s\n%s in %s.\n", table.Text(2).c_str(), Totals(summary, what).c_str(),
              SecondsText(summary.seconds).c_str());
}

uint64_t ClockSeed() {
  return static_cast<uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()) / 1000 %
         1'000'000'000;
}

}  // namespace

int Fuzz(const Words& words) {
  Arguments arguments(words);
  driver::HarnessOptions options;
  uint64_t seed = ClockSeed();
  for (const std::string& text : arguments.Values("--seed")) {
    if (!absl::SimpleAtoi(text, &seed)) return UsageError("fuzz", "--seed takes a number of 0 or more.");
  }
  for (const std::string& text : arguments.Values("--calls")) {
    if (!absl::SimpleAtoi(text, &options.max_calls) || options.max_calls < 1) {
      return UsageError("fuzz", "--calls takes a number above 0.");
    }
    options.seconds = 1e9;
  }
  for (const std::string& text : arguments.Values("--seconds")) {
    if (!absl::SimpleAtod(text, &options.seconds) || !(options.seconds > 0)) {
      return UsageError("fuzz", "--seconds takes a number above 0.");
    }
  }
  int64_t first = 0;
  for (const std::string& text : arguments.Values("--only")) {
    if (!absl::SimpleAtoi(text, &first) || first < 0)
      return UsageError("fuzz", "--only takes a number of 0 or more.");
    options.max_calls = 1;
  }
  const Op* op = nullptr;
  if (const std::string name = arguments.Value("--op"); !name.empty()) {
    op = FindOp(name);
    if (op == nullptr) return UsageError("fuzz", UnknownOpError(name).message());
  }
  Words rest;
  absl::Status status = arguments.Rest(&rest);
  if (!status.ok()) return UsageError("fuzz", status.message());
  const bool pages = rest.size() == 1 && rest[0] == "page";
  if (!rest.empty() && !pages)
    return UsageError("fuzz", absl::StrCat("`", rest.back(), "` is not understood."));
  if (pages && op != nullptr) return UsageError("fuzz", "--op is about calls; pages hold nodes of every op.");
  options.kinds = pages ? driver::PageFuzzKinds() : driver::FuzzKinds();
  const char* what = pages ? "pages" : "calls";

  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  std::fflush(stdout);
  Progress progress;
  options.on_failure = [&](const driver::CallFailure& failure) {
    progress.Clear();
    std::printf("\nFAILED (%s): %s\n  %s\n", failure.kind.c_str(), failure.message.c_str(),
                failure.text.c_str());
    std::fflush(stdout);
  };
  options.on_second = [&](const HarnessSummary& summary) { progress.ShowNow(Totals(summary, what)); };
  const HarnessSummary summary = driver::RunInChildren(options, [=](int64_t index, driver::CallLog& log) {
    pages ? driver::FuzzOnePage(seed, first + index, log) : driver::FuzzOne(op, seed, first + index, log);
  });
  progress.Clear();
  PrintSummary(options.kinds, summary, what);
  return summary.failures.empty() ? 0 : 1;
}

}  // namespace voxgrad::cli
