// Calling an op by its name.
#ifndef VOXGRAD_CALL_H_
#define VOXGRAD_CALL_H_

#include <vector>

#include "absl/status/statusor.h"
#include "voxgrad/attribute.h"
#include "voxgrad/export.h"
#include "voxgrad/string_piece.h"
#include "voxgrad/tensor.h"

namespace voxgrad {

/// Runs one op on these inputs, in the order of its definition, and returns its outputs. Attributes may come
/// in any order; those with a default may be left out; type attributes follow from the inputs.
///
///     auto grad = Tensor::Of<float>({8}, {1, 1, 1, 1, 1});
///     auto result = Call("AvgPool3DGrad", {Tensor::Sizes({1, 2, 2, 2, 1}), grad},
///                        {{"ksize", {1, 2, 2, 2, 1}}, {"strides", {1, 2, 2, 2, 1}}, {"padding", "SAME"}});
///     result->at(0).DebugString(8);  // Tensor<type: float shape: [1,2,2,2,1] values: [[[[1][1]]...
///
/// Never aborts: whatever is wrong comes back as a status that names the op, the argument, what was given and
/// what would be right. A `name` given by the caller appears in that sentence.
VOXGRAD_API absl::StatusOr<std::vector<Tensor>> Call(StringPiece op, const std::vector<Tensor>& inputs,
                                                     const std::vector<NamedAttribute>& attributes,
                                                     StringPiece name = {});

}  // namespace voxgrad

#endif  // VOXGRAD_CALL_H_
