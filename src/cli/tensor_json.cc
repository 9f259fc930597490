#include "cli/tensor_json.h"

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/number_text.h"

namespace voxgrad::cli {
namespace {

std::string Quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string ElementJson(const Tensor& tensor, int64_t i) {
  if (tensor.dtype() == DT_BOOL) return tensor.values<bool>()[static_cast<size_t>(i)] ? "true" : "false";
  if (tensor.dtype() == DT_STRING) return Quoted(tensor.values<tstring>()[static_cast<size_t>(i)]);
  const std::string text = ElementText(tensor.dtype(), tensor.data(), i);
  if (text == "nan" || text == "-nan") return "\"NaN\"";
  if (text == "inf") return "\"Inf\"";
  if (text == "-0") return "-0.0";  // readers take -0 for an integer, which has no sign
  return text == "-inf" ? "\"-Inf\"" : text;
}

/// What JSON calls the type: NumPy's name, but for strings, which NumPy has no name for.
std::string TypeName(DataType type) {
  return type == DT_STRING ? DataTypeString(type) : NumpyTypeString(type);
}

}  // namespace

std::string TensorsJson(const std::vector<NamedTensor>& tensors) {
  std::string text = "{";
  for (const auto& [name, tensor] : tensors) {
    absl::StrAppend(&text, text.size() > 1 ? ",\n " : "", Quoted(name), ": {\"dtype\": \"",
                    TypeName(tensor.dtype()), "\", \"shape\": [",
                    absl::StrJoin(tensor.shape().dim_sizes(), ","), "], \"data\": [");
    for (int64_t i = 0; i < tensor.NumElements(); ++i)
      absl::StrAppend(&text, i > 0 ? "," : "", ElementJson(tensor, i));
    text += "]}";
  }
  return text + "}\n";
}

std::string TraceJson(const std::vector<TracedStep>& steps) {
  std::string text = "{\"traceEvents\": [";
  bool first = true;
  for (const TracedStep& step : steps) {
    for (const TraceEvent& event : step.events) {
      const double start = step.start_us + event.start_us;
      absl::StrAppend(&text, first ? "\n" : ",\n", "{\"name\": ", Quoted(event.node->name()), ", \"cat\": \"",
                      event.node->type_string(),
                      "\", \"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"ts\": ", NumberText(start),
                      ", \"dur\": ", NumberText(event.took_us),
                      "},\n{\"name\": \"bytes between nodes\", \"ph\": \"C\", \"pid\": 1, \"ts\": ",
                      NumberText(start + event.took_us), ", \"args\": {\"bytes\": ", event.live_bytes, "}}");
      first = false;
    }
  }
  return text + "\n], \"displayTimeUnit\": \"ms\"}\n";
}

}  // namespace voxgrad::cli
