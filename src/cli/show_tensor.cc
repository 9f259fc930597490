#include "cli/show_tensor.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "cli/text.h"
#include "core/number_text.h"
#include "core/type_list.h"

namespace voxgrad::cli {
namespace {

constexpr int64_t kEdge = 3;  // entries shown at each end of a long dimension
constexpr int64_t kElided = -1;

class Nested {
 public:
  Nested(const Tensor& tensor, bool elide) : tensor_(tensor), elide_(elide) {
    Each(0, 0, [&](int64_t index) { width_ = std::max(width_, Element(index).size()); });
  }

  std::string Text() {
    Level(0, 0);
    return text_;
  }

 private:
  std::string Element(int64_t index) const { return ElementText(tensor_.dtype(), tensor_.data(), index); }

  /// The entries of a dimension that are shown; kElided stands for those left out.
  Ints Shown(int dim) const {
    const int64_t size = tensor_.dim_size(dim);
    Ints shown;
    for (int64_t i = 0; i < size; ++i) {
      if (elide_ && size > 2 * kEdge + 1 && i == kEdge) {
        shown.push_back(kElided);
        i = size - kEdge;
      }
      shown.push_back(i);
    }
    return shown;
  }

  template <class F>
  void Each(int dim, int64_t index, const F& f) const {
    if (dim == tensor_.dims()) return f(index);
    for (int64_t i : Shown(dim)) {
      if (i != kElided) Each(dim + 1, index * tensor_.dim_size(dim) + i, f);
    }
  }

  void Level(int dim, int64_t index) {
    if (dim == tensor_.dims()) {
      text_ += dim == 0 ? Element(index) : PadLeft(Element(index), width_);
      return;
    }
    const bool innermost = dim == tensor_.dims() - 1;
    text_ += "[";
    bool first = true;
    for (int64_t i : Shown(dim)) {
      if (!first && innermost) text_ += " ";
      if (!first && !innermost) {
        // A blank line between matrices, none between rows.
        text_ += std::string(static_cast<size_t>(tensor_.dims() - dim - 1 > 1 ? 2 : 1), '\n');
        text_ += std::string(static_cast<size_t>(dim + 1), ' ');
      }
      first = false;
      if (i == kElided) {
        text_ += "…";
      } else {
        Level(dim + 1, index * tensor_.dim_size(dim) + i);
      }
    }
    text_ += "]";
  }

  const Tensor& tensor_;
  const bool elide_;
  size_t width_ = 0;
  std::string text_;
};

}  // namespace

std::string ValuesText(const Tensor& tensor, int64_t max_values) {
  if (tensor.NumElements() == 0) return "(no values)";
  return Nested(tensor, tensor.NumElements() > max_values).Text();
}

std::string SummaryText(const Tensor& tensor) {
  if (tensor.NumElements() == 0) return "no values";
  double low = std::nan(""), high = std::nan(""), sum = 0;
  int64_t not_numbers = 0;
  VisitType(RealTypes(), tensor.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (T value : tensor.values<T>()) {
      const double number = static_cast<double>(value);
      if (std::isnan(number)) {
        ++not_numbers;
        continue;
      }
      low = std::fmin(low, number);
      high = std::fmax(high, number);
      sum += number;
    }
  });
  const int64_t numbers = tensor.NumElements() - not_numbers;
  const double mean = numbers == 0 ? std::nan("") : sum / static_cast<double>(numbers);
  std::string first;
  constexpr int64_t kFirst = 8;
  for (int64_t i = 0; i < std::min(kFirst, tensor.NumElements()); ++i) {
    absl::StrAppend(&first, i > 0 ? " " : "", ElementText(tensor.dtype(), tensor.data(), i));
  }
  if (tensor.NumElements() > kFirst) first += " …";
  return absl::StrCat("min ", NumberText(static_cast<float>(low)), ", max ",
                      NumberText(static_cast<float>(high)), ", mean ", ShortNumber(mean), ", NaN ",
                      CountText(not_numbers), "; first ", first);
}

}  // namespace voxgrad::cli
