#include "voxgrad/util/tensor_util.h"

#include "absl/strings/str_cat.h"
#include "core/error.h"
#include "core/own_copy.h"

namespace voxgrad::tensor {
namespace {

absl::Status CheckDims(const Tensor& tensor) {
  if (tensor.dims() > 0) return absl::OkStatus();
  return absl::InvalidArgumentError("A scalar has no dimension to join or cut along.");
}

}  // namespace

Tensor DeepCopy(const Tensor& tensor) {
  Tensor copy(tensor.dtype(), tensor.shape());
  CopyElements(tensor, 0, &copy);
  return copy;
}

absl::Status Concat(absl::Span<const Tensor> tensors, Tensor* result) {
  if (result == nullptr) return NullResult("tensor::Concat", "result");
  if (tensors.empty()) return absl::InvalidArgumentError("There must be at least one tensor to join.");
  if (absl::Status status = CheckDims(tensors[0]); !status.ok()) return status;
  TensorShape shape = tensors[0].shape();
  int64_t length = 0;
  for (const Tensor& tensor : tensors) {
    if (absl::Status status = CheckDims(tensor); !status.ok()) return status;
    shape.set_dim(0, tensor.dim_size(0));
    if (tensor.dtype() != tensors[0].dtype() || tensor.shape() != shape) {
      return absl::InvalidArgumentError(
          absl::StrCat("Tensors to join differ: ", DataTypeString(tensors[0].dtype()), " ",
                       tensors[0].shape().DebugString(), " and ", DataTypeString(tensor.dtype()), " ",
                       tensor.shape().DebugString(), "; only the first size may."));
    }
    length += tensor.dim_size(0);
  }
  if (absl::Status status = shape.SetDimWithStatus(0, length); !status.ok()) return status;
  if (absl::Status status = Tensor::Allocate(tensors[0].dtype(), shape, result); !status.ok()) return status;
  int64_t at = 0;
  for (const Tensor& tensor : tensors) {
    CopyElements(tensor, at, result);
    at += tensor.NumElements();
  }
  return absl::OkStatus();
}

absl::Status Split(const Tensor& tensor, absl::Span<const int64_t> sizes, std::vector<Tensor>* result) {
  if (result == nullptr) return NullResult("tensor::Split", "result");
  if (absl::Status status = CheckDims(tensor); !status.ok()) return status;
  int64_t length = 0;
  for (int64_t size : sizes) {
    if (size < 0 || size > tensor.dim_size(0) - length) {
      return absl::InvalidArgumentError(
          absl::StrCat("The parts do not make up the first size of ", tensor.shape().DebugString(), "."));
    }
    length += size;
  }
  if (length != tensor.dim_size(0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("The parts hold ", length, " of the first size of ", tensor.shape().DebugString(), "."));
  }
  result->clear();
  int64_t at = 0;
  for (int64_t size : sizes) {
    result->push_back(DeepCopy(tensor.Slice(at, at + size)));
    at += size;
  }
  return absl::OkStatus();
}

}  // namespace voxgrad::tensor
