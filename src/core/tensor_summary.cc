// The values of a tensor as text, letter for letter as TensorFlow prints them.
#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/number_text.h"
#include "voxgrad/tensor.h"

namespace voxgrad {
namespace {

/// Sub-tensors in brackets, row-major, until `limit` elements stand there: "[1 2][3...]...".
class Summary {
 public:
  Summary(const Tensor& tensor, int64_t limit) : tensor_(tensor), limit_(limit) {}

  std::string Text() {
    if (tensor_.dims() == 0) {
      if (limit_ > 0) Element();
    } else {
      Dimension(0);
    }
    if (tensor_.NumElements() > limit_) text_ += "...";
    return text_;
  }

 private:
  bool full() const { return next_ >= limit_; }

  void Element() { text_ += ElementText(tensor_.dtype(), tensor_.data(), next_++); }

  void Dimension(int axis) {
    const int64_t size = tensor_.dim_size(axis);
    const bool innermost = axis == tensor_.dims() - 1;
    for (int64_t i = 0; i < size && !full(); ++i) {
      if (innermost) {
        if (i > 0) text_ += " ";
        Element();
        if (full() && i + 1 < size && axis > 0) text_ += "...";
      } else {
        text_ += "[";
        Dimension(axis + 1);
        text_ += "]";
      }
    }
  }

  const Tensor& tensor_;
  const int64_t limit_;
  int64_t next_ = 0;
  std::string text_;
};

/// One row a line, the first and the last `edge` entries of each dimension: "[1 2 ... 4 5]".
class SummaryV2 {
 public:
  SummaryV2(const Tensor& tensor, int64_t edge) : tensor_(tensor), edge_(edge) {}

  std::string Text() {
    if (tensor_.dims() > 0) {
      Dimension(0, 0);
    } else if (edge_ == 0) {
      text_ = "...";
    } else {
      Element(0);
    }
    return text_;
  }

 private:
  void Element(int64_t index) {
    const std::string element = ElementText(tensor_.dtype(), tensor_.data(), index);
    text_ += tensor_.dtype() == DT_STRING ? absl::StrCat("\"", element, "\"") : element;
  }

  void Dimension(int axis, int64_t first) {
    if (axis == tensor_.dims()) return Element(first);
    const int64_t size = tensor_.dim_size(axis);
    int64_t step = 1;
    for (int inner = axis + 1; inner < tensor_.dims(); ++inner) step *= tensor_.dim_size(inner);
    const bool whole = size <= 2 * edge_;
    text_ += "[";
    for (int64_t i = 0; i < (whole ? size : edge_); ++i) {
      if (i > 0) Separator(axis);
      Dimension(axis + 1, first + i * step);
    }
    if (!whole) {
      Separator(axis);
      text_ += "...";
      for (int64_t i = size - edge_; i < size; ++i) {
        Separator(axis);
        Dimension(axis + 1, first + i * step);
      }
    }
    text_ += "]";
  }

  /// Between two entries of a dimension: a blank, or a line for each dimension inside and the indentation.
  void Separator(int axis) {
    const int inside = tensor_.dims() - 1 - axis;
    if (inside == 0) {
      text_ += " ";
    } else {
      text_.append(static_cast<size_t>(inside), '\n').append(static_cast<size_t>(axis) + 1, ' ');
    }
  }

  const Tensor& tensor_;
  const int64_t edge_;
  std::string text_;
};

}  // namespace

std::string Tensor::SummarizeValue(int64_t max_entries, bool print_v2) const {
  const int64_t limit = max_entries < 0 ? NumElements() : std::min(max_entries, NumElements());
  if (limit > 0 && !IsInitialized()) {
    return absl::StrCat("uninitialized Tensor of ", NumElements(), " elements of type ",
                        static_cast<int>(dtype_));
  }
  return print_v2 ? SummaryV2(*this, limit).Text() : Summary(*this, limit).Text();
}

}  // namespace voxgrad
