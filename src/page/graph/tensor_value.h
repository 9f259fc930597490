// Constants and shapes of a page as tensors and shapes of the engine, and back.
#ifndef VOXGRAD_PAGE_GRAPH_TENSOR_VALUE_H_
#define VOXGRAD_PAGE_GRAPH_TENSOR_VALUE_H_

#include "absl/status/statusor.h"
#include "voxgrad/page/tensor_proto.h"
#include "voxgrad/tensor.h"
#include "voxgrad/tensor_shape.h"

namespace voxgrad {

/// The tensor that a constant describes. Its elements stand in tensor_content or in the list of their type;
/// in that list the last one repeats, and none at all means zeros. Messages are the rest of a sentence: "has
/// 12 bytes of content, but a float tensor of [2,2] has 16". Unimplemented for types other than real numbers,
/// bools and strings.
absl::StatusOr<Tensor> TensorFromProto(const TensorProto& proto);

/// As TensorFlow writes a constant: one element in the list of its type, several in tensor_content.
absl::StatusOr<TensorProto> TensorToProto(const Tensor& tensor);

/// Where the elements stand.
enum class TensorForm { kList, kContent };
absl::Status TensorToProto(const Tensor& tensor, TensorForm form, TensorProto* proto);

absl::StatusOr<PartialTensorShape> ShapeFromProto(const TensorShapeProto& proto);
TensorShapeProto ShapeToProto(const PartialTensorShape& shape);

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_GRAPH_TENSOR_VALUE_H_
