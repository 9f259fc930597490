#include "voxgrad/tensor.h"

#include <algorithm>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/error.h"
#include "core/memory.h"
#include "voxgrad/logging.h"

namespace voxgrad {
namespace {

int64_t ElementSize(DataType dtype) {
  return dtype == DT_STRING ? static_cast<int64_t>(sizeof(tstring)) : DataTypeSize(dtype);
}

/// Empty strings in that memory, destroyed before it is freed.
void MakeStrings(Buffer* buffer) {
  const size_t count = buffer->bytes() / sizeof(tstring);
  std::uninitialized_default_construct_n(static_cast<tstring*>(buffer->data()), count);
  const auto destroy = [](void* context) {
    auto* of = static_cast<Buffer*>(context);
    std::destroy_n(static_cast<tstring*>(of->data()), of->bytes() / sizeof(tstring));
  };
  buffer->AtRelease(destroy, buffer);
}

}  // namespace

absl::Status Tensor::Allocate(DataType dtype, const TensorShape& shape, Tensor* tensor) {
  if (tensor == nullptr) return NullResult("Tensor::Allocate", "tensor");
  if (!shape.IsValid())
    return absl::InvalidArgumentError("a tensor cannot have the sizes that its shape was made of");
  const int64_t size = ElementSize(dtype);
  if (size == 0)
    return absl::InvalidArgumentError(absl::StrCat(DataTypeString(dtype), " tensors hold no numbers"));
  int64_t bytes = 0;
  const bool fits = !__builtin_mul_overflow(shape.num_elements(), size, &bytes);
  // Linux hands out more memory than there is and kills the process that writes to it; so what the machine
  // can never hold is refused here, with a sentence.
  if (!fits || static_cast<uint64_t>(bytes) > PhysicalMemory()) {
    return absl::ResourceExhaustedError(
        absl::StrCat("a ", DataTypeString(dtype), " tensor of ", shape.DebugString(), " needs ",
                     fits ? absl::StrCat(bytes >> 20, " MiB") : "more bytes than 2^63", ", and there are ",
                     PhysicalMemory() >> 20, " MiB for this process"));
  }
  BufferRef buffer = AllocateMemory(static_cast<size_t>(bytes));
  if (buffer == nullptr) {
    return absl::ResourceExhaustedError(absl::StrCat("no memory for a ", DataTypeString(dtype), " tensor of ",
                                                     shape.DebugString(), " (", bytes >> 20, " MiB)"));
  }
  if (dtype == DT_STRING) MakeStrings(buffer.get());
  *tensor = Tensor(dtype, shape, std::move(buffer));
  return absl::OkStatus();
}

Tensor::Tensor(DataType dtype, const TensorShape& shape) : dtype_(dtype), shape_(shape) {
  const absl::Status status = Allocate(dtype, shape, this);
  if (!status.ok()) LOG(ERROR) << status;
}

Tensor::Tensor(DataType dtype, const TensorShape& shape, std::shared_ptr<void> memory)
    : dtype_(dtype), shape_(shape) {
  if (memory == nullptr) return;
  const int64_t bytes = shape.num_elements() * ElementSize(dtype);
  buffer_ = Buffer::Borrow(std::move(memory), static_cast<size_t>(bytes));
}

Tensor Tensor::Sizes(absl::Span<const int64_t> sizes) {
  std::vector<int32_t> values(sizes.begin(), sizes.end());
  if (!std::equal(values.begin(), values.end(), sizes.begin())) return Of<int32_t>({}, TensorShape({0}));
  return Of<int32_t>(absl::MakeConstSpan(values), TensorShape({static_cast<int64_t>(sizes.size())}));
}

size_t Tensor::TotalBytes() const {
  size_t bytes = static_cast<size_t>(NumElements() * ElementSize(dtype_));
  if (dtype_ == DT_STRING && buffer_ != nullptr) {
    for (const tstring& text : values<tstring>()) bytes += text.size();
  }
  return bytes;
}

StringPiece Tensor::tensor_data() const {
  if (buffer_ == nullptr || DataTypeSize(dtype_) == 0) return StringPiece();
  return StringPiece(static_cast<const char*>(data()), TotalBytes());
}

bool Tensor::IsAligned() const {
  return dtype_ == DT_STRING || NumElements() == 0 ||
         reinterpret_cast<uintptr_t>(data()) % kMemoryAlignment == 0;
}

bool Tensor::SharesBufferWith(const Tensor& other) const {
  if (buffer_ == nullptr || other.buffer_ == nullptr) return false;
  if (buffer_ == other.buffer_) return true;
  // The same memory may have been borrowed twice.
  const auto is_lent = [](const BufferRef& buffer) { return buffer->owner() == Buffer::Owner::kLender; };
  return is_lent(buffer_) && is_lent(other.buffer_) && buffer_->data() == other.buffer_->data();
}

bool Tensor::CopyFrom(const Tensor& other, const TensorShape& shape) {
  if (other.NumElements() != shape.num_elements()) return false;
  *this = Tensor(other.dtype_, shape, other.buffer_, other.offset_);
  return true;
}

absl::Status Tensor::BitcastFrom(const Tensor& other, DataType dtype, const TensorShape& shape) {
  const int64_t from = DataTypeSize(other.dtype_);
  const int64_t to = DataTypeSize(dtype);
  int64_t bytes = 0;
  const bool fits = !__builtin_mul_overflow(shape.num_elements(), to, &bytes);
  const bool plain = (from > 0 && to > 0) || dtype == other.dtype_;
  if (!plain || !fits || bytes != other.NumElements() * from ||
      (from == 0 && shape.num_elements() != other.NumElements())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the bytes of a ", DataTypeString(other.dtype_), " tensor of ", other.shape_.DebugString(),
        " are none of a ", DataTypeString(dtype), " tensor of ", shape.DebugString()));
  }
  *this = Tensor(dtype, shape, other.buffer_, other.offset_);
  return absl::OkStatus();
}

Tensor Tensor::Slice(int64_t start, int64_t limit) const {
  CHECK_GE(dims(), 1);
  CHECK_GE(start, 0);
  CHECK_LE(start, limit);
  CHECK_LE(limit, dim_size(0));
  TensorShape shape = shape_;
  shape.set_dim(0, limit - start);
  if (buffer_ == nullptr || dim_size(0) == 0) return Tensor(dtype_, shape, buffer_, offset_);
  const int64_t entry = NumElements() / dim_size(0) * ElementSize(dtype_);
  return Tensor(dtype_, shape, buffer_, offset_ + static_cast<size_t>(start * entry));
}

Tensor Tensor::SubSlice(int64_t index) const {
  CHECK_GE(dims(), 1);
  CHECK_GE(index, 0);
  CHECK_LT(index, dim_size(0));
  Tensor entry = Slice(index, index + 1);
  entry.shape_.RemoveDim(0);
  return entry;
}

std::string Tensor::DebugString(int max_values) const {
  return absl::StrCat("Tensor<type: ", DataTypeString(dtype_), " shape: ", shape_.DebugString(),
                      " values: ", SummarizeValue(max_values), ">");
}

std::string Tensor::DeviceSafeDebugString() const {
  return absl::StrCat("Tensor<type: ", DataTypeString(dtype_), " shape: ", shape_.DebugString(), ">");
}

std::ostream& operator<<(std::ostream& stream, const Tensor& tensor) {
  return stream << tensor.DebugString();
}
std::ostream& operator<<(std::ostream& stream, const tstring& text) {
  return stream.write(text.data(), static_cast<std::streamsize>(text.size()));
}
std::ostream& operator<<(std::ostream& stream, StringPiece text) {
  return stream << static_cast<std::string_view>(text);
}

}  // namespace voxgrad
