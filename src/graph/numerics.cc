#include "graph/numerics.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "core/number_text.h"

namespace voxgrad {
namespace {

/// The place of the first value that is not finite, or -1.
template <class T>
int64_t FirstBad(const Tensor& tensor) {
  const auto values = tensor.values<T>();
  for (size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(static_cast<float>(values[i]) * 0.0F)) return static_cast<int64_t>(i);
  }
  return -1;
}

int64_t FirstBad(const Tensor& tensor) {
  switch (tensor.dtype()) {
    case DT_FLOAT:
      return FirstBad<float>(tensor);
    case DT_HALF:
      return FirstBad<Half>(tensor);
    case DT_BFLOAT16:
      return FirstBad<BFloat16>(tensor);
    case DT_DOUBLE: {
      const auto values = tensor.values<double>();
      for (size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) return static_cast<int64_t>(i);
      }
      return -1;
    }
    default:
      return -1;
  }
}

}  // namespace

absl::Status CheckNumerics(const Node& node, const Results& results) {
  for (size_t i = 0; i < results.size(); ++i) {
    const int64_t bad = FirstBad(results[i]);
    if (bad < 0) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        node.type_string(), " (", node.name(), "): output ", i, " holds ",
        ElementText(results[i].dtype(), results[i].data(), bad), " at element ", bad, " of ",
        results[i].shape().DebugString(), ". It is the first node of this run that makes such a value."));
  }
  return absl::OkStatus();
}

}  // namespace voxgrad
