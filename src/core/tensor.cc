#include "voxgrad/tensor.h"

#include <unistd.h>

#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "core/number_text.h"

namespace voxgrad {
namespace {

constexpr size_t kAlignment = 64;

/// Linux hands out more memory than there is and kills the process that writes to it; so what the machine
/// can never hold is refused here, with a sentence.
uint64_t PhysicalMemory() {
  static const uint64_t bytes =
      static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

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
  if (size == 0) return absl::InvalidArgumentError(absl::StrCat(DataTypeString(dtype), " tensors hold no numbers"));
  int64_t bytes = 0;
  const bool fits = !__builtin_mul_overflow(shape.num_elements(), size, &bytes);
  if (!fits || static_cast<uint64_t>(bytes) > PhysicalMemory()) {
    return absl::ResourceExhaustedError(absl::StrCat(
        "a ", DataTypeString(dtype), " tensor of ", shape.DebugString(), " needs ",
        fits ? absl::StrCat(bytes >> 20, " MiB") : "more bytes than 2^63", ", and this machine has ",
        PhysicalMemory() >> 20, " MiB"));
  }
  const size_t padded = (static_cast<size_t>(bytes) + kAlignment) / kAlignment * kAlignment;
  void* memory = nullptr;
  if (posix_memalign(&memory, kAlignment, padded) != 0) {
    return absl::ResourceExhaustedError(absl::StrCat("no memory for a ", DataTypeString(dtype), " tensor of ",
                                                     shape.DebugString(), " (", bytes >> 20, " MiB)"));
  }
  *tensor = Tensor(dtype, shape, std::shared_ptr<void>(memory, std::free));
  return absl::OkStatus();
}

Tensor Tensor::Sizes(absl::Span<const int64_t> sizes) {
  std::vector<int32_t> values(sizes.begin(), sizes.end());
  return Of<int32_t>(absl::MakeConstSpan(values), TensorShape({static_cast<int64_t>(sizes.size())}));
}

std::string Tensor::SummarizeValue(int64_t max_entries) const { return Summary(*this, max_entries).Text(); }

std::string Tensor::DebugString(int max_values) const {
  return absl::StrCat("Tensor<type: ", DataTypeString(dtype_), " shape: ", shape_.DebugString(),
                      " values: ", SummarizeValue(max_values), ">");
}

}  // namespace voxgrad
