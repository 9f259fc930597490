#include "core/own_copy.h"

#include <algorithm>
#include <cstring>

namespace voxgrad {

void CopyElements(const Tensor& from, int64_t at, Tensor* to) {
  if (from.NumElements() == 0 || !from.IsInitialized() || !to->IsInitialized()) return;
  if (from.dtype() == DT_STRING) {
    const auto texts = from.values<tstring>();
    std::copy(texts.begin(), texts.end(), to->mutable_values<tstring>().begin() + at);
  } else {
    to->MarkWritten();
    std::memcpy(static_cast<char*>(to->data()) + at * DataTypeSize(from.dtype()), from.data(),
                from.TotalBytes());
  }
}

absl::Status CopyTensor(const Tensor& from, Tensor* copy) {
  Tensor fresh;
  if (absl::Status status = Tensor::Allocate(from.dtype(), from.shape(), &fresh); !status.ok()) return status;
  CopyElements(from, 0, &fresh);
  *copy = std::move(fresh);
  return absl::OkStatus();
}

absl::Status MakeOwn(Tensor* tensor) {
  if (tensor->buffer() == nullptr || tensor->IsSoleHolder()) return absl::OkStatus();
  return CopyTensor(*tensor, tensor);
}

}  // namespace voxgrad
