#include "voxgrad/tensor.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/memory.h"
#include "core/number_text.h"

namespace voxgrad {
namespace {

/// Prints sub-tensors in brackets, row-major, until `limit` elements stand there.
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

}  // namespace

absl::Status Tensor::Allocate(DataType dtype, const TensorShape& shape, Tensor* tensor) {
  const int64_t size = DataTypeSize(dtype);
  if (size == 0)
    return absl::InvalidArgumentError(absl::StrCat(DataTypeString(dtype), " tensors hold no numbers"));
  int64_t bytes = 0;
  const bool fits = !__builtin_mul_overflow(shape.num_elements(), size, &bytes);
  // Linux hands out more memory than there is and kills the process that writes to it; so what the machine
  // can never hold is refused here, with a sentence.
  if (!fits || static_cast<uint64_t>(bytes) > PhysicalMemory()) {
    return absl::ResourceExhaustedError(
        absl::StrCat("a ", DataTypeString(dtype), " tensor of ", shape.DebugString(), " needs ",
                     fits ? absl::StrCat(bytes >> 20, " MiB") : "more bytes than 2^63",
                     ", and this machine has ", PhysicalMemory() >> 20, " MiB"));
  }
  std::shared_ptr<void> memory = AllocateMemory(static_cast<size_t>(bytes));
  if (memory == nullptr) {
    return absl::ResourceExhaustedError(absl::StrCat("no memory for a ", DataTypeString(dtype), " tensor of ",
                                                     shape.DebugString(), " (", bytes >> 20, " MiB)"));
  }
  *tensor = Tensor(dtype, shape, std::move(memory));
  return absl::OkStatus();
}

Tensor Tensor::Sizes(absl::Span<const int64_t> sizes) {
  std::vector<int32_t> values(sizes.begin(), sizes.end());
  if (!std::equal(values.begin(), values.end(), sizes.begin())) return Of<int32_t>({}, TensorShape({0}));
  return Of<int32_t>(absl::MakeConstSpan(values), TensorShape({static_cast<int64_t>(sizes.size())}));
}

std::string Tensor::SummarizeValue(int64_t max_entries) const {
  return Summary(*this, max_entries < 0 ? NumElements() : max_entries).Text();
}

std::string Tensor::DebugString(int max_values) const {
  return absl::StrCat("Tensor<type: ", DataTypeString(dtype_), " shape: ", shape_.DebugString(),
                      " values: ", SummarizeValue(max_values), ">");
}

}  // namespace voxgrad
