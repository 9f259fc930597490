// vox explain: a problem spelled out, and who computes it.
#include <chrono>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "check/check.h"
#include "check/line.h"
#include "cli/command.h"
#include "cli/geometry.h"
#include "cli/text.h"

namespace voxgrad::cli {
namespace {

void PrintProblem(const Op& op, const Geometry& g, const KernelTrace& trace) {
  std::printf("\nproblem: %s\n", op.summary.c_str());
  Columns table("lrrrrrrr");
  table.Row({"axis", "in", "out", "window", "stride", "dilation", "before", "after"});
  for (const AxisView& a : g.axes) {
    table.Row({std::string(1, a.name), absl::StrCat(a.in), absl::StrCat(a.out), absl::StrCat(a.window),
               absl::StrCat(a.stride), absl::StrCat(a.dilation), absl::StrCat(a.before),
               absl::StrCat(a.after)});
  }
  std::printf("%s", table.Text(2).c_str());
  std::string rest;
  if (g.convolves()) {
    rest = absl::StrCat("batch ", g.batch(), ", channels ", g.in_channels(), " in and ", g.out_channels(),
                        " out");
  } else if (g.axes[0].name == 'C') {
    rest = absl::StrCat("batch ", g.batch(), "; the window slides over the channels");
  } else {
    const bool first = g.layout[1] == 'C';
    rest = absl::StrCat("outer ", first ? g.batch() * g.in_channels() : g.batch(), ", inner ",
                        first ? 1 : g.in_channels());
  }
  for (const std::string& note : trace.notes) absl::StrAppend(&rest, ", ", note);
  std::printf("  %s (%s)\n", rest.c_str(), g.layout.c_str());
}

void PrintTensors(const driver::PreparedCall& call, const Tensor& result) {
  Columns table("lllr");
  const auto row = [&](const std::string& name, const Tensor& tensor) {
    table.Row({name, DataTypeString(tensor.dtype()), tensor.shape().DebugString(),
               BytesText(static_cast<double>(tensor.TotalBytes()))});
  };
  for (size_t i = 0; i < call.inputs.size(); ++i) row(call.op->inputs[i].name, call.inputs[i]);
  row(absl::StrCat("→ ", call.op->outputs[0].name), result);
  std::printf("\ntensors\n%s", table.Text(2).c_str());
}

void PrintAnswers(const KernelTrace& trace, double seconds) {
  std::printf("\nimplementations, as they were asked\n");
  Columns table("ll");
  for (const KernelTrace::Answer& answer : trace.answers) {
    table.Row({answer.implementation, answer.reason.empty() ? absl::StrCat("ran, ", SecondsText(seconds))
                                                            : absl::StrCat("declined: ", answer.reason)});
  }
  std::printf("%s", table.Text(2).c_str());
}

}  // namespace

int Explain(const Words& words) {
  Arguments arguments(words);
  Words rest;
  if (absl::Status status = arguments.Rest(&rest); !status.ok())
    return UsageError("explain", status.message());
  const absl::StatusOr<driver::Line> line = driver::ParseLine(absl::StrJoin(rest, " "));
  if (!line.ok()) return Fail(line.status());
  Progress progress;
  progress.ShowNow("making random values …");
  const absl::StatusOr<driver::PreparedCall> call = driver::Prepare(*line);
  if (!call.ok()) {
    progress.Clear();
    return Fail(call.status());
  }
  progress.ShowNow("running …");
  KernelTrace trace;
  const auto start = std::chrono::steady_clock::now();
  const absl::StatusOr<Tensor> result = driver::RunWith(*call, "", &trace);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  progress.Clear();
  if (!result.ok()) return Fail(result.status());
  const absl::StatusOr<Geometry> geometry = GeometryOf(*call, *result);
  if (!geometry.ok()) return Fail(geometry.status());
  std::printf("%s\n", line->Text().c_str());
  PrintProblem(*call->op, *geometry, trace);
  PrintTensors(*call, *result);
  PrintAnswers(trace, took.count());
  return 0;
}

}  // namespace voxgrad::cli
