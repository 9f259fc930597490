// Tensors that share memory with nobody.
#ifndef VOXGRAD_CORE_OWN_COPY_H_
#define VOXGRAD_CORE_OWN_COPY_H_

#include "absl/status/status.h"
#include "voxgrad/tensor.h"

namespace voxgrad {

/// Puts a copy in the tensor's place unless nobody else has its memory. ResourceExhausted, and the tensor as
/// it was, when there is no memory for a copy.
absl::Status MakeOwn(Tensor* tensor);

/// A copy in any case.
absl::Status CopyTensor(const Tensor& from, Tensor* copy);

/// Copies all elements of one tensor to where those of another begin, from its element `at` on.
void CopyElements(const Tensor& from, int64_t at, Tensor* to);

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_OWN_COPY_H_
