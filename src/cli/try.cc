// vox try: run a problem, check it, time it; one line or many.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <sstream>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "check/check.h"
#include "check/gradient_check.h"
#include "check/line.h"
#include "cli/command.h"
#include "cli/geometry.h"
#include "cli/show_tensor.h"
#include "cli/text.h"
#include "core/regular_file.h"
#include "fuzz/fuzz.h"

namespace voxgrad::cli {
namespace {

using driver::Line;
using driver::PreparedCall;

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

absl::Status RunOnce(const PreparedCall& call) {
  KernelTrace trace;
  const absl::StatusOr<Tensor> result = driver::RunWith(call, "", &trace);
  if (!result.ok()) return result.status();
  std::printf("  %s %s by %s\n  %s\n", DataTypeString(result->dtype()).c_str(),
              result->shape().DebugString().c_str(), trace.answers.back().implementation.c_str(),
              SummaryText(*result).c_str());
  return absl::OkStatus();
}

bool IsFloating(DataType type) {
  return type == DT_HALF || type == DT_BFLOAT16 || type == DT_FLOAT || type == DT_DOUBLE;
}

/// The gradient in double, with values that hardly ever tie. Max pooling has no slope where two values tie,
/// so a line that fails gets two more sets of values.
absl::Status CheckGradient(Line line, std::string* text) {
  line.type = DT_DOUBLE;
  line.value_type = DT_INVALID;
  line.values = driver::Values::kReal;
  double error = 0;
  for (int attempt = 0; attempt < 3; ++attempt, ++line.seed) {
    const absl::StatusOr<PreparedCall> call = Prepare(line);
    if (!call.ok()) return call.status();
    if (call->op->gradient == nullptr) return absl::OkStatus();
    const absl::StatusOr<double> found = driver::GradientError(*call, line.seed);
    if (!found.ok()) return found.status();
    error = *found;
    if (error > driver::kGradientTolerance) continue;
    *text = absl::StrCat("; gradient within ", ShortNumber(error));
    return absl::OkStatus();
  }
  return absl::InternalError(
      absl::StrCat("the gradient differs from finite differences by ", ShortNumber(error)));
}

absl::Status Check(const Line& line, const PreparedCall& call, bool quiet) {
  const absl::StatusOr<std::vector<std::string>> takers = driver::Takers(call);
  if (!takers.ok()) return takers.status();
  if (absl::Status status = driver::CheckInPieces(call); !status.ok()) return status;
  std::string gradient;
  if (IsFloating(line.type)) {
    if (absl::Status status = CheckGradient(line, &gradient); !status.ok()) return status;
  }
  if (!quiet)
    std::printf("  right: %s on 1, 2 and 5 threads%s\n", absl::StrJoin(*takers, ", ").c_str(),
                gradient.c_str());
  return absl::OkStatus();
}

/// Seconds of at least 5 runs that take at least 0.3 s, sorted; the first run of all is not counted.
absl::StatusOr<std::vector<double>> Repeat(const PreparedCall& call, const std::string& name) {
  std::vector<double> times;
  double total = 0;
  for (int i = -1; i < 5 || total < 0.3; ++i) {
    const double start = Now();
    const absl::StatusOr<Tensor> result = driver::RunWith(call, name, nullptr);
    if (!result.ok()) return result.status();
    if (i < 0) continue;
    times.push_back(Now() - start);
    total += times.back();
  }
  std::sort(times.begin(), times.end());
  return times;
}

absl::Status Time(const PreparedCall& call, Progress* progress) {
  const absl::StatusOr<Tensor> result = driver::RunWith(call, "", nullptr);
  if (!result.ok()) return result.status();
  const absl::StatusOr<std::vector<std::string>> takers = driver::Takers(call);
  if (!takers.ok()) return takers.status();
  const absl::StatusOr<Geometry> geometry = GeometryOf(call, *result);
  if (!geometry.ok()) return geometry.status();
  Columns table("lrrrrr");
  std::vector<std::string> head = {"implementation", "median", "best", "runs", "GB/s"};
  if (geometry->convolves()) head.push_back("GFLOP/s");
  table.Row(head);
  for (const std::string& name : *takers) {
    progress->Show(absl::StrCat("timing ", name, " …"));
    const absl::StatusOr<std::vector<double>> times = Repeat(call, name);
    if (!times.ok()) return times.status();
    const double median = (*times)[times->size() / 2];
    std::vector<std::string> row = {name, SecondsText(median), SecondsText(times->front()),
                                    absl::StrCat(times->size()),
                                    ShortNumber(BytesOf(call, *result) / median * 1e-9)};
    if (geometry->convolves()) row.push_back(ShortNumber(geometry->Flops() / median * 1e-9));
    table.Row(row);
  }
  progress->Clear();
  std::printf("%s", table.Text(2).c_str());
  return absl::OkStatus();
}

struct Mode {
  bool check = false;
  bool time = false;
  bool many = false;
};

absl::Status TryLine(const std::string& text, const Mode& mode, Progress* progress) {
  const absl::StatusOr<Line> line = driver::ParseLine(text);
  if (!line.ok()) return line.status();
  const absl::StatusOr<PreparedCall> call = Prepare(*line);
  if (!call.ok()) return call.status();
  const bool quiet = mode.many && mode.check && !mode.time;
  if (!quiet) {
    progress->Clear();
    std::printf("%s\n", line->Text().c_str());
    std::fflush(stdout);
  }
  if (!mode.check && !mode.time) return RunOnce(*call);
  if (mode.check) {
    if (!quiet) progress->Show("checking …");
    if (absl::Status status = Check(*line, *call, quiet); !status.ok()) return status;
  }
  return mode.time ? Time(*call, progress) : absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> ReadLines(const std::string& word) {
  std::istringstream file;
  if (word != "-") {
    constexpr uint64_t kMostBytes = 1 << 28;
    const std::string path = word.substr(1);
    absl::StatusOr<RegularFile> source = RegularFile::Open(path);
    const absl::StatusOr<std::string> content = source.ok() ? source->ReadAll(kMostBytes) : source.status();
    if (!content.ok()) {
      return absl::Status(content.status().code(),
                          absl::StrCat(path, " cannot be read: ", content.status().message()));
    }
    file.str(*content);
  }
  std::vector<std::string> lines;
  for (std::string text; std::getline(word == "-" ? std::cin : static_cast<std::istream&>(file), text);) {
    text = std::string(absl::StripAsciiWhitespace(text.substr(0, text.find('#'))));
    if (!text.empty()) lines.push_back(text);
  }
  return lines;
}

}  // namespace

int Try(const Words& words) {
  Arguments arguments(words);
  Mode mode;
  mode.check = arguments.Flag("--check");
  mode.time = arguments.Flag("--time");
  Words rest;
  if (absl::Status status = arguments.Rest(&rest); !status.ok()) return UsageError("try", status.message());
  mode.many = rest.size() == 1 && (rest[0] == "-" || absl::string_view(rest[0]).substr(0, 1) == "@");
  std::vector<std::string> lines = {absl::StrJoin(rest, " ")};
  if (mode.many) {
    absl::StatusOr<std::vector<std::string>> read = ReadLines(rest[0]);
    if (!read.ok()) return Fail(read.status());
    lines = *std::move(read);
  }
  Progress progress;
  size_t failed = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    progress.Show(absl::StrCat(i, " of ", lines.size(), " lines, ", failed, " failed: ", lines[i]));
    const absl::Status status = TryLine(lines[i], mode, &progress);
    if (status.ok()) continue;
    progress.Clear();
    ++failed;
    Fail(status);
    if (lines.size() > 1 || mode.check) std::fprintf(stderr, "  in: %s\n", lines[i].c_str());
  }
  progress.Clear();
  if (mode.many) std::printf("%zu lines, %zu failed\n", lines.size(), failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace voxgrad::cli
