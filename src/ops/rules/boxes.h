// Parts of tensors, moved as boxes of bytes.
#ifndef VOXGRAD_OPS_RULES_BOXES_H_
#define VOXGRAD_OPS_RULES_BOXES_H_

#include "absl/types/span.h"
#include "core/exec.h"
#include "voxgrad/tensor.h"

namespace voxgrad::rules {

/// A corner and the sizes of a part of a tensor.
struct Part {
  Ints begin;
  Ints size;
};

/// The whole of it.
Part All(const Tensor& tensor);

/// Copies a part of `from` to the part of `to` that begins at `to_begin`. Both have the same type and rank.
void CopyPart(Exec& exec, const Tensor& from, const Part& part, const Tensor& to,
              absl::Span<const int64_t> to_begin);

/// Puts one value, an element of the tensor's type, everywhere in a part of it.
void FillPart(Exec& exec, const void* value, const Tensor& to, const Part& part);

/// New memory for a result that an op brings itself; std::bad_alloc when there is none.
Tensor NewTensor(DataType dtype, const TensorShape& shape);

/// Zeros everywhere.
void ClearTensor(const Tensor& tensor);

/// The same memory under another shape of as many elements.
Tensor View(const Tensor& tensor, const TensorShape& shape);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_RULES_BOXES_H_
