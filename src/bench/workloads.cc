#include "bench/workloads.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "ops/window/attrs.h"

namespace voxgrad::driver {
namespace {

/// The windows along each axis of space.
std::vector<Axis> AxesOf(const Line& line) {
  using window::Attrs;
  std::vector<Axis> axes;
  size_t next = 0;
  for (size_t i = 1; i < line.layout.size(); ++i) {
    if (line.layout[i] == 'C') continue;
    Attrs attrs;
    attrs.padding = line.padding == "SAME" ? Attrs::Padding::kSame : Attrs::Padding::kExplicit;
    attrs.stride[0] = line.stride[next];
    attrs.dilation[0] = line.dilation[next];
    if (line.padding == "EXPLICIT") {
      attrs.before[0] = line.pads[2 * next];
      attrs.after[0] = line.pads[2 * next + 1];
    }
    axes.push_back(window::MakeAxis(attrs, 0, line.shape[i], line.window[next++]));
  }
  return axes;
}

/// Pairs of a window and one of its taps that lies on a cell.
int64_t TapsOnCells(const Axis& axis) {
  int64_t taps = 0;
  for (int64_t o = 0; o < axis.out.whole; ++o) {
    for (int64_t t = 0; t < axis.window; ++t) taps += axis.CellAt(o, t) >= 0 ? 1 : 0;
  }
  return taps;
}

enum class Kind { kPooling, kAverage, kMaximum, kConvolution, kForward, kFilter, kOther };

Kind KindOf(const std::string& op) {
  if (op == "AvgPool" || op == "AvgPool3D" || op == "MaxPool" || op == "MaxPool3D") return Kind::kPooling;
  if (op == "AvgPoolGrad" || op == "AvgPool3DGrad") return Kind::kAverage;
  if (op == "MaxPoolGrad" || op == "MaxPool3DGrad") return Kind::kMaximum;
  if (op == "Conv2DBackpropInput" || op == "Conv3DBackpropInputV2") return Kind::kConvolution;
  if (op == "Conv2D" || op == "Conv3D") return Kind::kForward;
  if (op == "Conv2DBackpropFilter" || op == "Conv3DBackpropFilterV2") return Kind::kFilter;
  return Kind::kOther;
}

}  // namespace

absl::StatusOr<std::vector<BenchCell>> ReadWorkloads(absl::string_view json) {
  using Json = nlohmann::ordered_json;
  const Json object = Json::parse(json.begin(), json.end(), nullptr, /*allow_exceptions=*/false);
  if (!object.is_object()) return absl::InvalidArgumentError("The workloads are no JSON object.");
  std::vector<BenchCell> cells;
  for (const auto& [name, text] : object.items()) {
    if (!text.is_string())
      return absl::InvalidArgumentError(absl::StrCat("The workload ", name, " is no line."));
    absl::StatusOr<Line> line = ParseLine(text.get<std::string>());
    if (!line.ok()) return line.status();
    if (absl::StatusOr<Work> work = WorkOf(*line); !work.ok()) return work.status();
    line->values = Values::kReal;
    if (KindOf(line->op) == Kind::kConvolution && line->out_channels == 0) {
      line->out_channels = line->shape[line->layout.find('C')];
    }
    cells.push_back({name, *std::move(line)});
  }
  return cells;
}

Line OtherLayout(Line line) {
  const size_t last = line.layout.size() - 1;
  if (line.layout[last] == 'C') {
    line.layout = absl::StrCat("NC", line.layout.substr(1, last - 1));
    std::rotate(line.shape.begin() + 1, line.shape.end() - 1, line.shape.end());
  } else {
    line.layout = absl::StrCat("N", line.layout.substr(2), "C");
    std::rotate(line.shape.begin() + 1, line.shape.begin() + 2, line.shape.end());
  }
  return line;
}

std::vector<BenchCell> ConvolutionsAs(ConvolutionOp op, const std::vector<BenchCell>& workloads) {
  std::vector<BenchCell> cells;
  for (BenchCell cell : workloads) {
    if (!cell.convolves()) continue;
    const bool volumes = cell.line.layout.size() == 5;
    if (op == ConvolutionOp::kForward) {
      cell.line.op = volumes ? "Conv3D" : "Conv2D";
    } else {
      cell.line.op = volumes ? "Conv3DBackpropFilterV2" : "Conv2DBackpropFilter";
    }
    cells.push_back(std::move(cell));
  }
  return cells;
}

std::vector<BenchCell> ForwardPoolings(const std::vector<BenchCell>& workloads) {
  std::vector<BenchCell> cells;
  for (BenchCell cell : workloads) {
    if (cell.convolves()) continue;
    cell.line.op = std::string(absl::StripSuffix(cell.line.op, "Grad"));
    cells.push_back(std::move(cell));
  }
  return cells;
}

std::vector<BenchCell> ExpandCells(const std::vector<BenchCell>& workloads) {
  std::vector<BenchCell> cells;
  for (BenchCell cell : workloads) {
    for (DataType type : {DT_FLOAT, DT_BFLOAT16}) {
      cell.line.type = type;
      cells.push_back(cell);
      cells.push_back({cell.name, OtherLayout(cell.line)});
    }
  }
  return cells;
}

absl::StatusOr<Work> WorkOf(const Line& line) {
  const Kind kind = KindOf(line.op);
  if (kind == Kind::kOther) {
    return absl::UnimplementedError(absl::StrCat(
        line.op,
        " is no pooling, no convolution and no gradient of one; the benchmark knows the costs of "
        "those."));
  }
  const auto batch = static_cast<double>(line.shape[0]);
  const auto channels = static_cast<double>(line.shape[line.layout.find('C')]);
  const double out_channels = line.out_channels > 0 ? static_cast<double>(line.out_channels) : channels;
  double in_space = 1, out_space = 1, window = 1, taps = 1;
  for (const Axis& axis : AxesOf(line)) {
    in_space *= static_cast<double>(axis.in.whole);
    out_space *= static_cast<double>(axis.out.whole);
    window *= static_cast<double>(axis.window);
    taps *= static_cast<double>(TapsOnCells(axis));
  }
  const double in = batch * in_space * channels, out = batch * out_space * out_channels;
  const double filter = window * channels / static_cast<double>(line.groups) * out_channels;
  const double bytes = DataTypeSize(line.type);
  Work work;
  const bool forward = kind == Kind::kForward || kind == Kind::kPooling;
  work.traffic.written = (forward ? out : kind == Kind::kFilter ? filter : in) * bytes;
  work.traffic.read = (forward ? in : out) * bytes;
  if (kind == Kind::kMaximum) {
    work.traffic.read += in * DataTypeSize(line.value_type == DT_INVALID ? line.type : line.value_type);
  }
  if (kind == Kind::kConvolution || kind == Kind::kForward || kind == Kind::kFilter) {
    work.traffic.read += (kind == Kind::kFilter ? in : filter) * bytes;
    work.flops = 2 * batch * taps * channels / static_cast<double>(line.groups) * out_channels;
  }
  return work;
}

absl::StatusOr<CellFilter> CellFilter::Parse(const std::vector<std::string>& patterns) {
  CellFilter filter;
  for (const std::string& pattern : patterns) {
    try {
      filter.patterns_.emplace_back(pattern, std::regex::ECMAScript | std::regex::icase);
    } catch (const std::regex_error&) {
      return absl::InvalidArgumentError(absl::StrCat("`", pattern, "` is no regular expression."));
    }
  }
  return filter;
}

bool CellFilter::Matches(const BenchCell& cell) const {
  const std::string text = absl::StrCat(cell.name, " ", cell.line.op, " ", ShortTypeString(cell.line.type),
                                        " ", absl::AsciiStrToLower(cell.line.layout));
  return std::all_of(patterns_.begin(), patterns_.end(),
                     [&](const std::regex& pattern) { return std::regex_search(text, pattern); });
}

}  // namespace voxgrad::driver
