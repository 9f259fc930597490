#include "studio/tensor_look.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "core/number_text.h"
#include "studio/answer.h"
#include "studio/json_reader.h"
#include "studio/page_value.h"
#include "studio/tensor_slice.h"

namespace voxgrad::studio {
namespace {

constexpr int64_t kTextElements = 64;  // so many are "few"
constexpr int64_t kThumbnail = 64;
constexpr int64_t kMostSide = 2048;
constexpr int64_t kMostTable = 64;
constexpr int64_t kMostAxis = int64_t{1} << 48;

/// What a request says about where to look.
struct Where {
  int64_t rows = -1, columns = -1, bins = 64;
  Ints index, from = {0, 0}, size = {kMostTable, kMostTable};
  std::optional<double> low, high;
  std::string other;
};

absl::StatusOr<Plane> PlaneOf(const Tensor& tensor, const Where& where) {
  if (where.rows < 0 && where.columns < 0 && where.index.empty()) return MiddlePlane(tensor);
  return CheckPlane(tensor, static_cast<int>(where.rows), static_cast<int>(where.columns), where.index);
}

Answer HistogramAnswer(const Result& result, const Where& where) {
  const TensorStats& stats = result.stats();
  Answer answer;
  Json edges = Json::array(), counts = Json::array();
  if (stats.ordered) {
    // A constant has a range of its own around it, so that its bar can be seen.
    const double pad = stats.high > stats.low ? 0 : std::max(0.5, std::abs(stats.low) * 1e-6);
    const double low = stats.low - pad, high = stats.high + pad;
    for (const int64_t count : Histogram(result.tensor(), low, high, static_cast<int>(where.bins)))
      counts.push_back(count);
    for (int64_t i = 0; i <= where.bins; ++i)
      edges.push_back(
          NumberJson(low + (high - low) * static_cast<double>(i) / static_cast<double>(where.bins)));
  }
  answer.json = {{"edges", std::move(edges)}, {"counts", std::move(counts)}};
  return answer;
}

Answer SliceAnswer(const Result& result, const Where& where) {
  const absl::StatusOr<Plane> plane = PlaneOf(result.tensor(), where);
  if (!plane.ok()) return StatusAnswer(plane.status());
  if (result.tensor().NumElements() == 0)
    return ErrorAnswer(400, "The tensor has no elements to cut a slice from.");
  const bool whole = !where.low || !where.high;
  const double low = whole ? result.stats().low : *where.low;
  const double high = whole ? result.stats().high : *where.high;
  Slice slice = CutSlice(result.tensor(), *plane, low, high, kMostSide);
  Answer answer;
  Json about = {
      {"width", slice.width}, {"height", slice.height}, {"low", NumberJson(low)}, {"high", NumberJson(high)}};
  if (slice.every > 1) about["every"] = slice.every;
  answer.headers.emplace_back("X-Voxgrad-Slice", JsonText(about));
  answer.content_type = "application/octet-stream";
  answer.bytes = std::move(slice.bytes);
  return answer;
}

Answer TableAnswer(const Tensor& tensor, const Where& where) {
  const absl::StatusOr<Plane> plane = PlaneOf(tensor, where);
  if (!plane.ok()) return StatusAnswer(plane.status());
  if (where.from.size() != 2 || where.size.size() != 2)
    return ErrorAnswer(400, "from and size are two numbers each, rows and columns.", "from");
  const PlaneView view = ViewOf(tensor, *plane);
  const bool empty = tensor.NumElements() == 0;
  Json cells = Json::array();
  const int64_t last_row =
      empty ? 0 : std::min(view.height, where.from[0] + std::min(where.size[0], kMostTable));
  const int64_t last_column = std::min(view.width, where.from[1] + std::min(where.size[1], kMostTable));
  for (int64_t r = where.from[0]; r < last_row; ++r) {
    Json row = Json::array();
    for (int64_t c = where.from[1]; c < last_column; ++c)
      row.push_back(ElementText(tensor.dtype(), tensor.data(),
                                view.first + r * view.row_stride + c * view.column_stride));
    cells.push_back(std::move(row));
  }
  Answer answer;
  answer.json = {{"cells", std::move(cells)}, {"rows", view.height}, {"columns", view.width}};
  return answer;
}

Answer ValueAnswer(const Tensor& tensor, const Where& where) {
  const bool fits = where.index.size() == static_cast<size_t>(tensor.dims());
  int64_t place = 0;
  for (int d = 0; fits && d < tensor.dims(); ++d) {
    const int64_t at = where.index[static_cast<size_t>(d)];
    if (at < 0 || at >= tensor.dim_size(d)) place = -1;
    if (place >= 0) place = place * tensor.dim_size(d) + at;
  }
  if (!fits || place < 0 || place >= tensor.NumElements()) {
    return ErrorAnswer(400,
                       absl::StrCat("index is ", ShapeString(where.index), ", which is no cell of ",
                                    tensor.shape().DebugString(), "."),
                       "index");
  }
  Answer answer;
  answer.json = {{"text", ElementText(tensor.dtype(), tensor.data(), place)}};
  return answer;
}

Ints IndexOf(const Tensor& tensor, int64_t place) {
  Ints index(static_cast<size_t>(tensor.dims()));
  for (int d = tensor.dims() - 1; d >= 0; --d) {
    index[static_cast<size_t>(d)] = place % tensor.dim_size(d);
    place /= tensor.dim_size(d);
  }
  return index;
}

/// a - b in double; where both are NaN, or the same infinity, there is no difference.
absl::StatusOr<Tensor> Difference(const Tensor& a, const Tensor& b, int64_t* nan_only_in_one) {
  Tensor difference;
  if (absl::Status status = Tensor::Allocate(DT_DOUBLE, a.shape(), &difference); !status.ok()) return status;
  auto to = difference.mutable_values<double>();
  *nan_only_in_one = 0;
  for (size_t i = 0; i < to.size(); ++i) {
    const double x = ElementAt(a, static_cast<int64_t>(i)), y = ElementAt(b, static_cast<int64_t>(i));
    *nan_only_in_one += std::isnan(x) != std::isnan(y) ? 1 : 0;
    to[i] = (std::isnan(x) && std::isnan(y)) || x == y ? 0 : x - y;
  }
  return difference;
}

Answer CompareAnswer(ResultStore* store, const std::string& session, const std::string& output,
                     const Result& a, const std::string& other) {
  const ResultPtr b = store->Find(session, other);
  if (b == nullptr)
    return ErrorAnswer(404, absl::StrCat("There is no result of ", other, " to compare with."), "other");
  if (a.tensor().shape() != b->tensor().shape()) {
    return ErrorAnswer(
        400,
        absl::StrCat(output, " is ", a.tensor().shape().DebugString(), " and ", other, " is ",
                     b->tensor().shape().DebugString(), "; only equal shapes can be compared."),
        "other");
  }
  int64_t nan_only_in_one = 0;
  absl::StatusOr<Tensor> difference = Difference(a.tensor(), b->tensor(), &nan_only_in_one);
  if (!difference.ok()) return StatusAnswer(difference.status());
  double largest = 0, sum = 0;
  int64_t place = -1;
  const auto values = difference->values<double>();
  for (size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    sum += std::abs(values[i]);
    if (std::abs(values[i]) <= largest) continue;
    largest = std::abs(values[i]);
    place = static_cast<int64_t>(i);
  }
  const bool equal = largest == 0 && nan_only_in_one == 0;
  Answer answer;
  answer.json = {{"equal", equal}};
  if (place >= 0) {
    answer.json["largest"] = {{"difference", NumberJson(largest)},
                              {"index", IndexOf(*difference, place)},
                              {"a", ElementText(a.tensor().dtype(), a.tensor().data(), place)},
                              {"b", ElementText(b->tensor().dtype(), b->tensor().data(), place)}};
  }
  const auto count = static_cast<double>(std::max<size_t>(1, values.size()));
  answer.json["mean_difference"] = NumberJson(sum / count);
  answer.json["nan_only_in_one"] = nan_only_in_one;
  const std::string name = absl::StrCat("diff(", output, ",", other, ")");
  answer.json["output"] = name;
  store->Put(session, {{name, std::make_shared<const Result>(*std::move(difference))}}, /*replace=*/false);
  return answer;
}

}  // namespace

Json SummaryJson(const std::string& output, const Result& result) {
  const Tensor& tensor = result.tensor();
  const TensorStats& stats = result.stats();
  Json json = {{"output", output},
               {"dtype", DataTypeString(tensor.dtype())},
               {"shape", Ints(tensor.shape().dim_sizes().begin(), tensor.shape().dim_sizes().end())},
               {"text", NestedText(tensor, kTextElements)}};
  if (stats.ordered) {
    json["min"] = NumberJson(stats.min);
    json["max"] = NumberJson(stats.max);
    json["mean"] = NumberJson(stats.mean);
    json["std"] = NumberJson(stats.deviation);
  }
  json["nan"] = stats.nan;
  json["inf"] = stats.inf;
  json["zeros"] = stats.zeros;
  json["count"] = stats.count;
  if (tensor.NumElements() > 1 && tensor.dtype() != DT_STRING) {
    const Slice slice = CutSlice(tensor, MiddlePlane(tensor), stats.low, stats.high, kThumbnail);
    json["thumbnail"] = {{"width", slice.width}, {"height", slice.height}, {"data", Base64(slice.bytes)}};
  }
  return json;
}

Answer LookAt(ResultStore* store, const NamedJson& body) {
  JsonReader reader(body, "");
  std::string session, output, what;
  Where where;
  reader.Text("session", &session).Text("output", &output).Text("what", &what).Text("other", &where.other);
  reader.Integer("rows", -1, 255, &where.rows).Integer("columns", -1, 255, &where.columns);
  reader.Integer("bins", 1, 4096, &where.bins).Number("low", &where.low).Number("high", &where.high);
  reader.Integers("index", 0, kMostAxis, &where.index);
  reader.Integers("from", 0, kMostAxis, &where.from).Integers("size", 0, kMostAxis, &where.size);
  if (!reader.ok()) return StatusAnswer(reader.status());
  const ResultPtr result = store->Find(session, output);
  if (result == nullptr)
    return ErrorAnswer(404, absl::StrCat("There is no result of ", output, "; run the page first."),
                       "output");
  if (what == "summary") {
    Answer answer;
    answer.json = SummaryJson(output, *result);
    return answer;
  }
  if (result->tensor().dtype() == DT_STRING && (what == "slice" || what == "histogram" || what == "compare"))
    return ErrorAnswer(400, absl::StrCat(output, " holds strings, which have no ", what, "."), "what");
  if (what == "histogram") return HistogramAnswer(*result, where);
  if (what == "slice") return SliceAnswer(*result, where);
  if (what == "table") return TableAnswer(result->tensor(), where);
  if (what == "value") return ValueAnswer(result->tensor(), where);
  if (what == "compare") return CompareAnswer(store, session, output, *result, where.other);
  return ErrorAnswer(
      400,
      absl::StrCat("what is `", what, "`; it must be summary, histogram, slice, table, value or compare."),
      "what");
}

}  // namespace voxgrad::studio
